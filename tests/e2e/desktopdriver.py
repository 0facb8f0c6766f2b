# SPDX-License-Identifier: MIT
"""Runs inside a private session bus, with Debian's python3: presses, reads and types by accessibility, and plays the parts of a desktop
that a test needs (tray host, notification service). One JSON command a line on stdin, one JSON answer a line on stdout."""

import json
import os
import subprocess
import sys
import threading
import time
import warnings

import gi

gi.require_version("Atspi", "2.0")
warnings.simplefilter("ignore", DeprecationWarning)  # get_text_iface: the newer names came with 2.48
from gi.repository import Atspi, Gio, GLib  # noqa: E402

WATCHER_XML = """<node><interface name="org.kde.StatusNotifierWatcher">
<method name="RegisterStatusNotifierItem"><arg type="s" direction="in"/></method>
<method name="RegisterStatusNotifierHost"><arg type="s" direction="in"/></method>
<property name="RegisteredStatusNotifierItems" type="as" access="read"/>
<property name="IsStatusNotifierHostRegistered" type="b" access="read"/>
<property name="ProtocolVersion" type="i" access="read"/>
<signal name="StatusNotifierItemRegistered"><arg type="s"/></signal>
<signal name="StatusNotifierHostRegistered"/>
</interface></node>"""

NOTIFICATIONS_XML = """<node><interface name="org.freedesktop.Notifications">
<method name="Notify"><arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/>
<arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="as" direction="in"/><arg type="a{sv}" direction="in"/>
<arg type="i" direction="in"/><arg type="u" direction="out"/></method>
<method name="CloseNotification"><arg type="u" direction="in"/></method>
<method name="GetCapabilities"><arg type="as" direction="out"/></method>
<method name="GetServerInformation"><arg type="s" direction="out"/><arg type="s" direction="out"/><arg type="s" direction="out"/>
<arg type="s" direction="out"/></method>
<signal name="ActionInvoked"><arg type="u"/><arg type="s"/></signal>
</interface></node>"""

PORTAL_XML = """<node><interface name="org.freedesktop.portal.Settings">
<method name="Read"><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="v" direction="out"/></method>
<signal name="SettingChanged"><arg type="s"/><arg type="s"/><arg type="v"/></signal>
</interface></node>"""
PORTAL_PATH = "/org/freedesktop/portal/desktop"
APPEARANCE = ("org.freedesktop.appearance", "color-scheme")
KEYS = {"Return": 0xff0d, "Down": 0xff54}
COLOR_SCHEMES = {"dark": 1, "light": 2}


class Desktop:
    """Tray host, notification service and appearance portal on the session bus."""

    def __init__(self):
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        self.items = []
        self.notifications = []
        self.color_scheme = "light"

        self.ready = threading.Event()
        threading.Thread(target=self.serve, daemon=True).start()
        self.ready.wait(10)

    def serve(self):
        """Answers in a thread and a main context of its own: the accessibility calls of the main thread block."""
        context = GLib.MainContext()
        context.push_thread_default()
        self.offer_tray()
        self.offer_notifications()
        self.offer_portal()
        self.ready.set()
        GLib.MainLoop(context).run()

    def offer(self, path, xml, call, get=None):
        self.bus.register_object(path, Gio.DBusNodeInfo.new_for_xml(xml).interfaces[0], call, get, None)

    def own(self, name):
        self.bus.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
                           GLib.Variant("(su)", (name, 4)), None, 0, 5000, None)

    def offer_tray(self):
        def call(_bus, sender, path, _interface, method, arguments, invocation):
            if method == "RegisterStatusNotifierItem":
                service = arguments.unpack()[0]
                self.items.append((sender, service if service.startswith("/") else "/StatusNotifierItem"))
                self.bus.emit_signal(None, path, "org.kde.StatusNotifierWatcher", "StatusNotifierItemRegistered",
                                     GLib.Variant("(s)", (service,)))
            invocation.return_value(None)

        def get(_bus, _sender, _path, _interface, name):
            return {"RegisteredStatusNotifierItems": GLib.Variant("as", [sender for sender, _ in self.items]),
                    "IsStatusNotifierHostRegistered": GLib.Variant("b", True),
                    "ProtocolVersion": GLib.Variant("i", 0)}[name]

        self.offer("/StatusNotifierWatcher", WATCHER_XML, call, get)

    def offer_notifications(self):
        def call(_bus, _sender, _path, _interface, method, arguments, invocation):
            if method == "Notify":
                app, replaces, icon, summary, body, actions, hints, _timeout = arguments.unpack()
                number = replaces or len(self.notifications) + 1
                self.notifications.append({"app": app, "replaces": replaces, "icon": icon, "summary": summary, "body": body,
                                           "actions": actions, "urgency": hints.get("urgency"), "id": number})
                invocation.return_value(GLib.Variant("(u)", (number,)))
            elif method == "GetCapabilities":
                invocation.return_value(GLib.Variant("(as)", (["body", "actions", "persistence"],)))
            elif method == "GetServerInformation":
                invocation.return_value(GLib.Variant("(ssss)", ("stub", "test", "1", "1.2")))
            else:
                invocation.return_value(None)

        self.offer("/org/freedesktop/Notifications", NOTIFICATIONS_XML, call)

    def scheme(self):
        return GLib.Variant("u", COLOR_SCHEMES[self.color_scheme])

    def offer_portal(self):
        def call(_bus, _sender, _path, _interface, _method, arguments, invocation):
            if tuple(arguments.unpack()) == APPEARANCE:
                invocation.return_value(GLib.Variant("(v)", (self.scheme(),)))
            else:
                invocation.return_dbus_error("org.freedesktop.portal.Error.NotFound", "no such setting")

        self.offer(PORTAL_PATH, PORTAL_XML, call)

    def set_color_scheme(self, name):
        self.color_scheme = name
        self.own("org.freedesktop.portal.Desktop")
        self.bus.emit_signal(None, PORTAL_PATH, "org.freedesktop.portal.Settings", "SettingChanged",
                             GLib.Variant("(ssv)", (*APPEARANCE, self.scheme())))

    def item(self, interface, method, arguments, path=None):
        sender, item_path = self.items[-1]
        return self.bus.call_sync(sender, path or item_path, interface, method, arguments, None, 0, 5000, None)

    def item_property(self, name):
        answer = self.item("org.freedesktop.DBus.Properties", "Get",
                           GLib.Variant("(ss)", ("org.kde.StatusNotifierItem", name)))
        return answer.unpack()[0]

    def menu(self):
        path = self.item_property("Menu")
        self.item("com.canonical.dbusmenu", "AboutToShow", GLib.Variant("(i)", (0,)), path)
        layout = self.item("com.canonical.dbusmenu", "GetLayout", GLib.Variant("(iias)", (0, -1, [])), path)
        return path, layout.unpack()[1]

    def menu_entries(self):
        found = []

        def walk(entry):
            number, properties, children = entry
            if properties.get("label"):
                found.append({"id": number, "label": properties["label"].replace("_", ""),
                              "enabled": properties.get("enabled", True)})
            for child in children:
                walk(child)

        walk(self.menu()[1])
        return found

    def menu_click(self, label):
        path = self.menu()[0]
        for entry in self.menu_entries():
            if entry["label"] == label:
                self.item("com.canonical.dbusmenu", "Event",
                          GLib.Variant("(isvu)", (entry["id"], "clicked", GLib.Variant("s", ""), int(time.time()))), path)
                return True
        return False


def application(name):
    desktop = Atspi.get_desktop(0)
    for i in range(desktop.get_child_count()):
        child = desktop.get_child_at_index(i)
        if child and child.get_name() == name:
            return child
    return None


def children(node):
    for i in range(min(node.get_child_count(), 400)):
        child = node.get_child_at_index(i)
        if child is not None:
            yield child


def is_showing(node):
    return node.get_state_set().contains(Atspi.StateType.SHOWING)


def walk(node, depth=0):
    yield node, depth
    if depth < 40:
        for child in children(node):
            try:
                yield from walk(child, depth + 1)
            except GLib.Error:
                continue


def text_of(node):
    text = node.get_text_iface()
    return Atspi.Text.get_text(text, 0, -1) if text else ""


class Driver:
    def __init__(self):
        self.desktop = Desktop()
        self.app = "spillway"

    def find(self, command):
        """The first control that fits, or the last one; None: there is none."""
        root = application(self.app)
        found = None
        for node, _ in walk(root) if root else []:
            try:
                if self.fits(node, command):
                    found = node
                    if not command.get("last"):
                        break
            except GLib.Error:
                continue
        if found is None and root is not None:
            root.clear_cache()  # a menu may have come since it was filled
        return found

    @staticmethod
    def fits(node, command):
        name = (node.get_name() or "").replace("&", "")
        return (command.get("role") in (None, node.get_role_name())
                and command.get("name") in (None, name)
                and command.get("contains", "") in name + "\n" + text_of(node)
                and command.get("description", "") in (node.get_description() or "")
                and (command.get("hidden") or is_showing(node)))

    def do_tray(self, _):
        self.desktop.own("org.kde.StatusNotifierWatcher")
        return True

    def do_notification_service(self, _):
        self.desktop.own("org.freedesktop.Notifications")
        return True

    def do_notifications(self, _):
        return self.desktop.notifications

    def do_tray_items(self, _):
        return len(self.desktop.items)

    def do_tray_property(self, command):
        return self.desktop.item_property(command["name"])

    def do_tray_menu(self, _):
        return self.desktop.menu_entries()

    def do_tray_click(self, command):
        return self.desktop.menu_click(command["label"])

    def do_tray_activate(self, _):
        self.desktop.item("org.kde.StatusNotifierItem", "Activate", GLib.Variant("(ii)", (0, 0)))
        return True

    def do_color_scheme(self, command):
        self.desktop.set_color_scheme(command["name"])
        return True

    def do_windows(self, _):
        root = application(self.app)
        return [node.get_name() for node in children(root) if is_showing(node)] if root else []

    def do_exists(self, command):
        return self.find(command) is not None

    def do_press(self, command):
        node = self.find(command)
        return node is not None and self.press(node, command.get("action"))

    @staticmethod
    def press(node, wanted=None):
        action = node.get_action_iface()
        names = [Atspi.Action.get_action_name(action, i) for i in range(Atspi.Action.get_n_actions(action))] if action else []
        for name in [wanted] if wanted else ["Press", "Toggle", "click", "Activate", "ShowMenu", "SetFocus"]:
            if name in names:
                return Atspi.Action.do_action(action, names.index(name))
        raise RuntimeError(f"no action of {names} fits")

    def do_type(self, command):
        node = self.find(command)
        if node is None:
            return False
        editable = node.get_editable_text_iface()
        return Atspi.EditableText.set_text_contents(editable, command["text"])

    def do_text(self, command):
        node = self.find(command)
        return None if node is None else text_of(node) or node.get_name()

    def do_select_row(self, command):
        """Selects a row of a table, as an arrow key would."""
        node = self.find(command)
        return node is not None and Atspi.Table.add_row_selection(node.get_table_iface(), command["row"])

    def do_click_on(self, command):
        """A click into the middle of a control, at scale 1."""
        node = self.find(command)
        if node is None:
            return False
        box = Atspi.Component.get_extents(node.get_component_iface(), Atspi.CoordType.SCREEN)
        return Atspi.generate_mouse_event(box.x + box.width // 2, box.y + box.height // 2, "b1c")

    def do_keys(self, command):
        """Presses keys, each a character or a name of KEYS, for whatever has the focus."""
        for key in command["keys"]:
            Atspi.generate_keyboard_event(KEYS.get(key) or ord(key), None, Atspi.KeySynthType.SYM)
        return True

    def do_click(self, command):
        """A click of a mouse button (1 to 3) at a place of the screen."""
        return Atspi.generate_mouse_event(command["x"], command["y"], f"b{command['button']}c")

    def do_tab(self, command):
        """Takes the tab with a number of a row of tabs."""
        node = self.find(command)
        tabs = [child for child in children(node) if child.get_role_name() == "page tab"] if node else []
        return len(tabs) > command["row"] and self.press(tabs[command["row"]])

    def do_latency(self, command):
        """Round trips to the event loop of the program `pid` for some seconds: when it is busy, the answer waits. Pairs of milliseconds:
        how long one took, and how long the thread of the window has worked meanwhile (the rest it or we waited for a core)."""
        def worked():
            with open(f"/proc/{command['pid']}/schedstat", "rb") as file:
                return int(file.read().split()[0]) / 1e6
        frame = next(node for node in children(application(self.app)) if node.get_role_name() == "frame")
        found = []
        end = time.monotonic() + command["seconds"]
        while (before := time.monotonic()) < end:
            busy = worked()
            Atspi.Component.get_extents(frame.get_component_iface(), Atspi.CoordType.SCREEN)
            found.append(((time.monotonic() - before) * 1000, worked() - busy))
            time.sleep(0.002)
        return found

    def do_tree(self, _):
        root = application(self.app)
        lines = []
        for node, depth in walk(root) if root else []:
            try:
                mark = "" if is_showing(node) else " (hidden)"
                lines.append("  " * depth + f"{node.get_role_name()} '{node.get_name()}' {text_of(node)[:80]!r}{mark}")
            except GLib.Error:
                continue
        return "\n".join(lines)

    def do_unnamed(self, _):
        """Controls that can take the focus and have no name: a screen reader would be silent there."""
        found = []
        for node, _ in walk(application(self.app)):
            try:
                states = node.get_state_set()
                if is_showing(node) and states.contains(Atspi.StateType.FOCUSABLE) and not node.get_name() \
                        and node.get_role_name() not in ("frame", "filler", "table cell", "list item", "panel", "scroll pane"):
                    parent = node.get_parent()
                    found.append(f"{node.get_role_name()} below {parent.get_role_name()} '{parent.get_name()}'")
            except GLib.Error:
                continue
        return found

    def run(self, line):
        command = json.loads(line)
        try:
            return {"ok": getattr(self, "do_" + command["do"])(command)}
        except GLib.Error as problem:
            return {"error": problem.message}
        except Exception as problem:  # the test is told, whatever it was
            return {"error": f"{type(problem).__name__}: {problem}"}


def main():
    launcher = subprocess.Popen(["/usr/libexec/at-spi-bus-launcher", "--launch-immediately"], stderr=subprocess.DEVNULL)
    driver = Driver()
    print(json.dumps({"ok": os.environ["DBUS_SESSION_BUS_ADDRESS"]}), flush=True)
    for line in sys.stdin:
        print(json.dumps(driver.run(line)), flush=True)
    launcher.terminate()
    launcher.wait()


if __name__ == "__main__":
    main()
