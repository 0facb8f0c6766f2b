<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>ConnectionTest</name>
    <message>
        <source>chain %1</source>
        <translation>Chain %1</translation>
    </message>
    <message>
        <source>Works. %1.</source>
        <translation>Funktioniert. %1.</translation>
    </message>
    <message>
        <source>Works. %1, slot %2.</source>
        <translation>Funktioniert. %1, Slot %2.</translation>
    </message>
    <message>
        <source>Works. %1, block %2.</source>
        <translation>Funktioniert. %1, Block %2.</translation>
    </message>
    <message>
        <source>The provider says: “%1”.</source>
        <translation>Der Anbieter meldet: „%1“.</translation>
    </message>
    <message>
        <source>Wrong chain</source>
        <translation>Falsche Chain</translation>
    </message>
    <message>
        <source>This address is &lt;b&gt;%1&lt;/b&gt;, the node is set to &lt;b&gt;%2&lt;/b&gt;.</source>
        <translation>Diese Adresse gehört zu &lt;b&gt;%1&lt;/b&gt;, der Knoten ist auf &lt;b&gt;%2&lt;/b&gt; eingestellt.</translation>
    </message>
    <message>
        <source>Key rejected</source>
        <translation>Schlüssel abgelehnt</translation>
    </message>
    <message>
        <source>The provider rejected the key%1.</source>
        <translation>Der Anbieter hat den Schlüssel abgelehnt%1.</translation>
    </message>
    <message>
        <source>Limited now</source>
        <translation>Zurzeit gedrosselt</translation>
    </message>
    <message>
        <source>The address is right, but the provider is limiting you now.</source>
        <translation>Die Adresse stimmt, aber der Anbieter drosselt gerade.</translation>
    </message>
    <message>
        <source>You can keep it.</source>
        <translation>Sie kann so bleiben.</translation>
    </message>
    <message>
        <source>Plan used up</source>
        <translation>Tarif aufgebraucht</translation>
    </message>
    <message>
        <source>The address is right, but its plan is used up.</source>
        <translation>Die Adresse stimmt, aber ihr Tarif ist aufgebraucht.</translation>
    </message>
    <message>
        <source>No such host</source>
        <translation>Host unbekannt</translation>
    </message>
    <message>
        <source>There is no host named %1.</source>
        <translation>Es gibt keinen Host namens %1.</translation>
    </message>
    <message>
        <source>Certificate</source>
        <translation>Zertifikat</translation>
    </message>
    <message>
        <source>The certificate of %1 is not valid: %2</source>
        <translation>Das Zertifikat von %1 ist ungültig: %2</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>Verbindung abgelehnt</translation>
    </message>
    <message>
        <source>Nothing is listening at %1. Is the node running?</source>
        <translation>Unter %1 antwortet kein Dienst. Läuft der Knoten?</translation>
    </message>
    <message>
        <source>No answer</source>
        <translation>Keine Antwort</translation>
    </message>
    <message>
        <source>%1 gave no answer within 5 s.</source>
        <translation>%1 hat innerhalb von 5 s nicht geantwortet.</translation>
    </message>
    <message>
        <source>Not JSON-RPC</source>
        <translation>Kein JSON-RPC</translation>
    </message>
    <message>
        <source>This address answers, but not with JSON-RPC (it sent %1).</source>
        <translation>Diese Adresse antwortet, aber nicht mit JSON-RPC (sondern mit %1).</translation>
    </message>
    <message>
        <source>Error answer</source>
        <translation>Fehlerantwort</translation>
    </message>
    <message>
        <source>The node answers, but with an error.</source>
        <translation>Der Knoten antwortet, aber mit einem Fehler.</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>The test failed: %1</source>
        <translation>Der Test ist fehlgeschlagen: %1</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>Abgebrochen</translation>
    </message>
    <message>
        <source>The test was cancelled.</source>
        <translation>Der Test wurde abgebrochen.</translation>
    </message>
    <message>
        <source>This address answers with an error%1 instead of JSON-RPC.</source>
        <translation>Diese Adresse antwortet mit einem Fehler%1 statt mit JSON-RPC.</translation>
    </message>
    <message>
        <source>This address answers, but not with JSON-RPC.</source>
        <translation>Diese Adresse antwortet, aber nicht mit JSON-RPC.</translation>
    </message>
    <message>
        <source>a Solana node of another network</source>
        <translation>ein Solana-Knoten eines anderen Netzes</translation>
    </message>
</context>
<context>
    <name>NodeEdits</name>
    <message>
        <source>New node</source>
        <translation>Neuer Knoten</translation>
    </message>
    <message>
        <source>Add a node</source>
        <translation>Knoten hinzufügen</translation>
    </message>
    <message>
        <source>Duplicate %1</source>
        <translation>%1 duplizieren</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>%1 entfernen</translation>
    </message>
    <message numerus="yes">
        <source>Remove %n node(s)</source>
        <translation>
            <numerusform>%n Knoten entfernen</numerusform>
            <numerusform>%n Knoten entfernen</numerusform>
        </translation>
    </message>
    <message>
        <source>Switch %1 on</source>
        <translation>%1 einschalten</translation>
    </message>
    <message numerus="yes">
        <source>Switch %n node(s) on</source>
        <translation>
            <numerusform>%n Knoten einschalten</numerusform>
            <numerusform>%n Knoten einschalten</numerusform>
        </translation>
    </message>
    <message>
        <source>Switch %1 off</source>
        <translation>%1 ausschalten</translation>
    </message>
    <message numerus="yes">
        <source>Switch %n node(s) off</source>
        <translation>
            <numerusform>%n Knoten ausschalten</numerusform>
            <numerusform>%n Knoten ausschalten</numerusform>
        </translation>
    </message>
    <message>
        <source>Move %1 to tier %2</source>
        <translation>%1 in Stufe %2 verschieben</translation>
    </message>
    <message>
        <source>Rename %1</source>
        <translation>%1 umbenennen</translation>
    </message>
</context>
<context>
    <name>PriceLists</name>
    <message>
        <source>Free: every call costs nothing</source>
        <translation>Kostenlos: alle Aufrufe</translation>
    </message>
    <message>
        <source>Public Solana nodes</source>
        <translation>Öffentliche Solana-Knoten</translation>
    </message>
    <message>
        <source>Copy the price list %1</source>
        <translation>Preisliste %1 kopieren</translation>
    </message>
    <message>
        <source>Add the price list %1</source>
        <translation>Preisliste %1 hinzufügen</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>provider, its chains</comment>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>EVM chains</source>
        <translation>EVM-Chains</translation>
    </message>
</context>
<context>
    <name>QAbstractSpinBox</name>
    <message>
        <source>&amp;Select All</source>
        <translation>Alles &amp;auswählen</translation>
    </message>
    <message>
        <source>&amp;Step up</source>
        <translation>&amp;Erhöhen</translation>
    </message>
    <message>
        <source>Step &amp;down</source>
        <translation>&amp;Verringern</translation>
    </message>
</context>
<context>
    <name>QLineEdit</name>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederherstellen</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>&amp;Ausschneiden</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>&amp;Einfügen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>Alles auswählen</translation>
    </message>
</context>
<context>
    <name>QPlatformTheme</name>
    <message>
        <source>OK</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>&amp;Yes</source>
        <translation>&amp;Ja</translation>
    </message>
    <message>
        <source>&amp;No</source>
        <translation>&amp;Nein</translation>
    </message>
</context>
<context>
    <name>QShortcut</name>
    <message>
        <source>Ctrl</source>
        <translation>Strg</translation>
    </message>
    <message>
        <source>Shift</source>
        <translation>Umschalt</translation>
    </message>
    <message>
        <source>Alt</source>
        <translation>Alt</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Leertaste</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Entf</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Hoch</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>Runter</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
</context>
<context>
    <name>QWidgetTextControl</name>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederherstellen</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>&amp;Ausschneiden</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Copy &amp;Link Location</source>
        <translation>&amp;Link-Adresse kopieren</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>&amp;Einfügen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>Alles auswählen</translation>
    </message>
</context>
<context>
    <name>spillway::ui::AboutDialog</name>
    <message>
        <source>About Spillway</source>
        <translation>Über Spillway</translation>
    </message>
    <message>
        <source>Logo of Spillway</source>
        <translation>Logo von Spillway</translation>
    </message>
    <message>
        <source>&lt;h2&gt;Spillway %1&lt;/h2&gt;One local address in front of your blockchain RPC providers.</source>
        <translation>&lt;h2&gt;Spillway %1&lt;/h2&gt;Eine lokale Adresse vor allen Blockchain-RPC-Anbietern.</translation>
    </message>
    <message>
        <source>Spillway sends nothing anywhere except to the providers you add: no statistics, no crash reports, no update checks.&lt;br&gt;&lt;br&gt;The desktop program is free software under the GNU General Public License, version 3 or later, because the charts it is built with are. The proxy engine inside is under the MIT licence.</source>
        <translation>Spillway sendet nichts, außer an die selbst eingetragenen Anbieter: keine Statistik, keine Absturzberichte, keine Suche nach Updates.&lt;br&gt;&lt;br&gt;Das Desktop-Programm ist freie Software unter der GNU General Public License, Version 3 oder neuer, weil die verwendeten Diagramme es auch sind. Der Proxy-Kern darin steht unter der MIT-Lizenz.</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>Lizenzen</translation>
    </message>
    <message>
        <source>&amp;About</source>
        <translation>&amp;Über</translation>
    </message>
    <message>
        <source>&amp;Licences</source>
        <translation>&amp;Lizenzen</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>&amp;Schließen</translation>
    </message>
</context>
<context>
    <name>spillway::ui::Actions</name>
    <message>
        <source>&amp;Apply changes</source>
        <translation>Änderungen &amp;anwenden</translation>
    </message>
    <message>
        <source>Re&amp;view changes…</source>
        <translation>Änderungen &amp;prüfen…</translation>
    </message>
    <message>
        <source>&amp;Discard changes…</source>
        <translation>Änderungen &amp;verwerfen…</translation>
    </message>
    <message>
        <source>&amp;Reload from disk</source>
        <translation>Vom &amp;Datenträger neu laden</translation>
    </message>
    <message>
        <source>&amp;Import a configuration…</source>
        <translation>Konfiguration &amp;importieren…</translation>
    </message>
    <message>
        <source>&amp;Close window</source>
        <translation>&amp;Fenster schließen</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>&amp;Find on this page</source>
        <translation>Auf dieser Seite &amp;suchen</translation>
    </message>
    <message>
        <source>&amp;Settings…</source>
        <translation>&amp;Einstellungen…</translation>
    </message>
    <message>
        <source>&amp;Restart the proxy</source>
        <translation>Proxy &amp;neu starten</translation>
    </message>
    <message>
        <source>&amp;Copy address</source>
        <translation>Adresse &amp;kopieren</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Connect a &amp;tool…</source>
        <translation>&amp;Tool verbinden…</translation>
    </message>
    <message>
        <source>&amp;Add a node…</source>
        <translation>Knoten &amp;hinzufügen…</translation>
    </message>
    <message>
        <source>T&amp;est the chosen node</source>
        <translation>&amp;Gewählten Knoten testen</translation>
    </message>
    <message>
        <source>Test a&amp;ll nodes</source>
        <translation>A&amp;lle Knoten testen</translation>
    </message>
    <message>
        <source>Edit the config file</source>
        <translation>Konfigurationsdatei bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts…</source>
        <translation>&amp;Tastenkürzel…</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;What is this?</source>
        <translation>&amp;Was ist das?</translation>
    </message>
    <message>
        <source>&amp;Get started</source>
        <translation>&amp;Erste Schritte</translation>
    </message>
    <message>
        <source>Copy &amp;diagnostics</source>
        <translation>&amp;Diagnosedaten kopieren</translation>
    </message>
    <message>
        <source>&amp;About Spillway</source>
        <translation>&amp;Über Spillway</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Proxy</source>
        <translation>&amp;Proxy</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Stoppen</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>&amp;Starten</translation>
    </message>
    <message>
        <source> or </source>
        <translation> oder </translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Undo: %1</source>
        <translation>&amp;Rückgängig: %1</translation>
    </message>
    <message>
        <source>R&amp;edo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>R&amp;edo: %1</source>
        <translation>&amp;Wiederholen: %1</translation>
    </message>
    <message>
        <source>Stops the proxy; running requests finish first (%1)</source>
        <translation>Stoppt den Proxy; laufende Anfragen werden zuerst abgeschlossen (%1)</translation>
    </message>
    <message>
        <source>Starts the proxy (%1)</source>
        <translation>Startet den Proxy (%1)</translation>
    </message>
</context>
<context>
    <name>spillway::ui::AdvancedTab</name>
    <message>
        <source>Time limits</source>
        <translation>Zeitlimits</translation>
    </message>
    <message>
        <source>Whole &amp;request:</source>
        <translation>&amp;Ganze Anfrage:</translation>
    </message>
    <message>
        <source> ms</source>
        <translation> ms</translation>
    </message>
    <message>
        <source>the time limit of requests</source>
        <translation>Zeitlimit der Anfragen</translation>
    </message>
    <message>
        <source>One &amp;attempt at a node:</source>
        <translation>Ein &amp;Versuch an einem Knoten:</translation>
    </message>
    <message>
        <source>the time limit of attempts</source>
        <translation>Zeitlimit der Versuche</translation>
    </message>
    <message>
        <source>&amp;Connecting:</source>
        <translation>Verb&amp;indungsaufbau:</translation>
    </message>
    <message>
        <source>the time limit for connecting</source>
        <translation>Zeitlimit für den Verbindungsaufbau</translation>
    </message>
    <message>
        <source>&amp;Heavy methods:</source>
        <translation>Au&amp;fwendige Methoden:</translation>
    </message>
    <message>
        <source>the time limit of heavy methods</source>
        <translation>Zeitlimit aufwendiger Methoden</translation>
    </message>
    <message>
        <source>Choosing nodes</source>
        <translation>Auswahl der Knoten</translation>
    </message>
    <message>
        <source>Fastest first</source>
        <translation>Der schnellste zuerst</translation>
    </message>
    <message>
        <source>Fewest running requests first</source>
        <translation>Der mit den wenigsten laufenden Anfragen zuerst</translation>
    </message>
    <message>
        <source>In turn, by weight</source>
        <translation>Reihum, nach Gewicht</translation>
    </message>
    <message>
        <source>the order within a tier</source>
        <translation>Reihenfolge innerhalb einer Stufe</translation>
    </message>
    <message>
        <source>Within a &amp;tier:</source>
        <translation>Innerhalb einer St&amp;ufe:</translation>
    </message>
    <message>
        <source>Always the same time</source>
        <translation>Immer gleich lang</translation>
    </message>
    <message>
        <source>Longer each time</source>
        <translation>Jedes Mal länger</translation>
    </message>
    <message>
        <source>penalties</source>
        <translation>Sperren</translation>
    </message>
    <message>
        <source>A failing node &amp;rests:</source>
        <translation>Pause &amp;nach einem Fehler:</translation>
    </message>
    <message>
        <source>&amp;Penalty:</source>
        <translation>Dauer der &amp;Sperre:</translation>
    </message>
    <message>
        <source>the penalty</source>
        <translation>Dauer der Sperre</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Kern</translation>
    </message>
    <message>
        <source>&amp;Worker threads:</source>
        <translation>Arbeits&amp;threads:</translation>
    </message>
    <message>
        <source>worker threads</source>
        <translation>Arbeitsthreads</translation>
    </message>
    <message>
        <source>as the processor has</source>
        <translation>passend zum Prozessor</translation>
    </message>
    <message>
        <source>Another number of threads counts after a restart of the proxy.</source>
        <translation>Eine andere Anzahl von Threads gilt erst nach einem Neustart des Proxys.</translation>
    </message>
    <message>
        <source>Errors only</source>
        <translation>Nur Fehler</translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation>Warnungen</translation>
    </message>
    <message>
        <source>Information</source>
        <translation>Informationen</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Details</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>&amp;Log:</source>
        <translation>Pr&amp;otokoll:</translation>
    </message>
    <message>
        <source>Everything else</source>
        <translation>Alles andere</translation>
    </message>
    <message>
        <source>&amp;Edit the config file…</source>
        <translation>&amp;Konfigurationsdatei bearbeiten…</translation>
    </message>
    <message>
        <source>All keys are explained in the help, under “The config file”.</source>
        <translation>Alle Schlüssel sind in der Hilfe unter „Die Konfigurationsdatei“ erklärt.</translation>
    </message>
    <message>
        <source>Reset the &amp;window…</source>
        <translation>Fenster zur&amp;ücksetzen…</translation>
    </message>
    <message>
        <source>Reset the window</source>
        <translation>Fenster zurücksetzen</translation>
    </message>
    <message>
        <source>Sizes, columns, filters, theme and switches of messages go back to what they were at first. The configuration of the proxy stays as it is.</source>
        <translation>Größen, Spalten, Filter, Farbschema und die Auswahl der Meldungen werden auf den Anfangszustand gesetzt. Die Konfiguration des Proxys bleibt, wie sie ist.</translation>
    </message>
    <message>
        <source>&amp;Reset</source>
        <translation>&amp;Zurücksetzen</translation>
    </message>
    <message>
        <source>Second &amp;node when slower than:</source>
        <translation>&amp;Zweiter Knoten, wenn langsamer als:</translation>
    </message>
    <message>
        <source> % of its answers</source>
        <translation> % seiner Antworten</translation>
    </message>
    <message>
        <source>the second try</source>
        <translation>zweiter Versuch</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>At most so &amp;many requests:</source>
        <translation>Höchstens so vie&amp;le Anfragen:</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>the share of second tries</source>
        <translation>Anteil zweiter Versuche</translation>
    </message>
    <message>
        <source>A node that is unusually slow gets company: another one is asked as well, the first answer counts, and both are billed. Transactions are never sent in this way.</source>
        <translation>Ein ungewöhnlich langsamer Knoten bekommt Gesellschaft: Ein anderer wird zusätzlich gefragt, die erste Antwort zählt, und beide werden abgerechnet. Transaktionen werden nie so gesendet.</translation>
    </message>
</context>
<context>
    <name>spillway::ui::AnswersModel</name>
    <message>
        <source>waiting…</source>
        <translation>wartet…</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>keine Antwort</translation>
    </message>
    <message>
        <source>compared with</source>
        <translation>Vergleichsgrundlage</translation>
    </message>
    <message>
        <source>different</source>
        <translation>verschieden</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>HTTP %1</source>
        <translation>HTTP %1</translation>
    </message>
    <message>
        <source>Answer of</source>
        <translation>Antwort von</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Vorher</translation>
    </message>
    <message>
        <source>Before, %1</source>
        <translation>Vorher, %1</translation>
    </message>
</context>
<context>
    <name>spillway::ui::AreaChart</name>
    <message>
        <source>Others</source>
        <translation>Andere</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>vor %1</translation>
    </message>
    <message>
        <source>No data</source>
        <translation>Keine Daten</translation>
    </message>
    <message>
        <source>%1: %2 %3</source>
        <comment>name, figure, unit</comment>
        <translation>%1: %2 %3</translation>
    </message>
    <message>
        <source>Series</source>
        <translation>Reihe</translation>
    </message>
    <message>
        <source>Latest</source>
        <translation>Zuletzt</translation>
    </message>
    <message>
        <source>Average</source>
        <translation>Mittelwert</translation>
    </message>
    <message>
        <source>Greatest</source>
        <translation>Höchstwert</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>name, share</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>No requests in this time.</source>
        <translation>Keine Anfragen in dieser Zeit.</translation>
    </message>
    <message>
        <source>Shares of the requests: %1.</source>
        <translation>Anteile der Anfragen: %1.</translation>
    </message>
</context>
<context>
    <name>spillway::ui::Autostart</name>
    <message>
        <source>%1 cannot be removed</source>
        <translation>%1 kann nicht entfernt werden</translation>
    </message>
    <message>
        <source>the folder of %1 cannot be made</source>
        <translation>der Ordner von %1 kann nicht angelegt werden</translation>
    </message>
</context>
<context>
    <name>spillway::ui::BackupsDialog</name>
    <message>
        <source>Earlier versions</source>
        <translation>Frühere Versionen</translation>
    </message>
    <message>
        <source>There is no earlier version yet. One is kept each time changes are applied, ten at most.</source>
        <translation>Es gibt noch keine frühere Version. Bei jedem Anwenden von Änderungen wird eine aufbewahrt, höchstens zehn.</translation>
    </message>
    <message>
        <source>What would change in the text as it is now. Restoring can be undone, and takes effect with Apply.</source>
        <translation>Was sich am jetzigen Text ändern würde. Das Wiederherstellen kann rückgängig gemacht werden und gilt erst nach dem Anwenden.</translation>
    </message>
    <message>
        <source>&amp;Restore</source>
        <translation>&amp;Wiederherstellen</translation>
    </message>
</context>
<context>
    <name>spillway::ui::Banner</name>
    <message>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
</context>
<context>
    <name>spillway::ui::BarChart</name>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>vor %1</translation>
    </message>
    <message>
        <source>No requests</source>
        <translation>Keine Anfragen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>name, share</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Latest</source>
        <translation>Zuletzt</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>name, share</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>No requests in this time.</source>
        <translation>Keine Anfragen in dieser Zeit.</translation>
    </message>
</context>
<context>
    <name>spillway::ui::BurnDownChart</name>
    <message>
        <source>Credits left</source>
        <translation>Übrige Credits</translation>
    </message>
    <message>
        <source>Even pace</source>
        <translation>Gleichmäßiges Tempo</translation>
    </message>
    <message>
        <source>Forecast</source>
        <translation>Prognose</translation>
    </message>
    <message>
        <source>Reserve</source>
        <translation>Reserve</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Heute</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>name, figure</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Day</source>
        <translation>Tag</translation>
    </message>
</context>
<context>
    <name>spillway::ui::ChainFigures</name>
    <message>
        <source>WebSocket</source>
        <comment>where blocks come from</comment>
        <translation>WebSocket</translation>
    </message>
    <message>
        <source>Polled</source>
        <comment>where blocks come from</comment>
        <translation>Abgefragt</translation>
    </message>
    <message>
        <source>The proxy does not run, so the newest block is not known.</source>
        <translation>Der Proxy läuft nicht, deshalb ist der neueste Block nicht bekannt.</translation>
    </message>
    <message>
        <source>This chain is not in the running configuration yet: apply the changes.</source>
        <translation>Diese Chain ist noch nicht in der laufenden Konfiguration: die Änderungen anwenden.</translation>
    </message>
    <message>
        <source>The blocks of this chain are not followed, because its kind is not known. Choose its kind on this page.</source>
        <translation>Die Blöcke dieser Chain werden nicht verfolgt, weil ihre Art nicht bekannt ist. Die Art lässt sich auf dieser Seite wählen.</translation>
    </message>
    <message>
        <source>The blocks of this chain are not followed: that is switched off.</source>
        <translation>Die Blöcke dieser Chain werden nicht verfolgt: Das ist ausgeschaltet.</translation>
    </message>
    <message>
        <source>This chain has no nodes yet. Add one on the page Nodes.</source>
        <translation>Diese Chain hat noch keine Knoten. Auf der Seite Knoten lässt sich einer hinzufügen.</translation>
    </message>
    <message>
        <source>No node has told its newest block yet.</source>
        <translation>Noch kein Knoten hat seinen neuesten Block gemeldet.</translation>
    </message>
    <message>
        <source>Chain</source>
        <translation>Chain</translation>
    </message>
    <message>
        <source>Newest block</source>
        <translation>Neuester Block</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>Alter</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Behind</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>Blöcke</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>Tiefe</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Vorher</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>range of blocks</comment>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>Where the chain forked was not seen; more blocks may have been replaced.</source>
        <translation>Wo sich die Chain gabelte, war nicht zu sehen; es können mehr Blöcke ersetzt worden sein.</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>mindestens %1</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>From the cache</source>
        <translation>Aus dem Cache</translation>
    </message>
    <message>
        <source>Shared</source>
        <comment>calls that shared the answer of another one</comment>
        <translation>Geteilt</translation>
    </message>
    <message>
        <source>From nodes</source>
        <translation>Von Knoten</translation>
    </message>
    <message>
        <source>Hit rate</source>
        <translation>Trefferquote</translation>
    </message>
    <message>
        <source>Credits saved</source>
        <translation>Gesparte Credits</translation>
    </message>
    <message>
        <source>%1 is at block %2, told over WebSocket %3 ago.</source>
        <translation>%1 ist bei Block %2, per WebSocket gemeldet vor %3.</translation>
    </message>
    <message>
        <source>%1 is at block %2, found by polling %3 ago.</source>
        <translation>%1 ist bei Block %2, durch Abfragen gefunden vor %3.</translation>
    </message>
    <message>
        <source>A block comes every %1.</source>
        <translation>Alle %1 kommt ein Block.</translation>
    </message>
    <message numerus="yes">
        <source>None of its %n node(s) is behind.</source>
        <translation>
            <numerusform>Ihr %n Knoten ist nicht zurück.</numerusform>
            <numerusform>Keiner ihrer %n Knoten ist zurück.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of its %n node(s) are behind.</source>
        <translation>
            <numerusform>%1 von %n Knoten ist zurück.</numerusform>
            <numerusform>%1 ihrer %n Knoten sind zurück.</numerusform>
        </translation>
    </message>
    <message>
        <source>Block %1 is final.</source>
        <translation>Block %1 ist endgültig.</translation>
    </message>
    <message>
        <source>No block was replaced since the start.</source>
        <translation>Seit dem Start wurde kein Block ersetzt.</translation>
    </message>
    <message numerus="yes">
        <source>Blocks were replaced %n time(s) since the start.</source>
        <translation>
            <numerusform>Seit dem Start wurden %n-mal Blöcke ersetzt.</numerusform>
            <numerusform>Seit dem Start wurden %n-mal Blöcke ersetzt.</numerusform>
        </translation>
    </message>
    <message>
        <source>The proxy does not run, so the cache has no figures now.</source>
        <translation>Der Proxy läuft nicht, deshalb hat der Cache jetzt keine Zahlen.</translation>
    </message>
    <message>
        <source>The cache is switched off: each request goes to a node.</source>
        <translation>Der Cache ist ausgeschaltet: Jede Anfrage geht an einen Knoten.</translation>
    </message>
    <message>
        <source>The place where answers are kept does not answer: each request goes to a node for now.</source>
        <translation>Der Ort, an dem Antworten behalten werden, antwortet nicht: Vorläufig geht jede Anfrage an einen Knoten.</translation>
    </message>
    <message>
        <source>No request that could be kept came in yet.</source>
        <translation>Noch kam keine Anfrage, deren Antwort behalten werden kann.</translation>
    </message>
    <message>
        <source>The cache answered %1 of %2 requests that can be kept and saved %3 credits since the start, on all chains together.</source>
        <translation>Der Cache hat seit dem Start %1 von %2 Anfragen beantwortet, deren Antworten behalten werden können, und %3 Credits gespart, auf allen Chains zusammen.</translation>
    </message>
    <message>
        <source>It holds %1 answers in %2 of memory.</source>
        <translation>Er hält %1 Antworten in %2 Speicher.</translation>
    </message>
    <message>
        <source>It holds %1 in files.</source>
        <translation>Er hält %1 in Dateien.</translation>
    </message>
    <message>
        <source>Answers are kept in Redis.</source>
        <translation>Antworten werden in Redis behalten.</translation>
    </message>
    <message>
        <source>Reorgs</source>
        <translation>Reorgs</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>nodes that are behind, all nodes</comment>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>spillway::ui::ChainForm</name>
    <message>
        <source>Chain</source>
        <translation>Chain</translation>
    </message>
    <message>
        <source>EVM (Ethereum and its kin)</source>
        <translation>EVM (wie Ethereum)</translation>
    </message>
    <message>
        <source>Solana</source>
        <translation>Solana</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>Andere</translation>
    </message>
    <message>
        <source>the kind of chain</source>
        <translation>die Art der Chain</translation>
    </message>
    <message>
        <source>&amp;Kind:</source>
        <translation>A&amp;rt:</translation>
    </message>
    <message>
        <source>Blocks are followed and answers kept only where the kind is known.</source>
        <translation>Blöcke werden nur verfolgt und Antworten nur behalten, wo die Art bekannt ist.</translation>
    </message>
    <message>
        <source>what most nodes say</source>
        <translation>was die meisten Knoten sagen</translation>
    </message>
    <message>
        <source>the chain id</source>
        <translation>die Chain-ID</translation>
    </message>
    <message>
        <source>Chain &amp;id:</source>
        <translation>Chain-&amp;ID:</translation>
    </message>
    <message>
        <source>/ and its name</source>
        <translation>/ und ihr Name</translation>
    </message>
    <message>
        <source>the path</source>
        <translation>der Pfad</translation>
    </message>
    <message>
        <source>&amp;Path:</source>
        <translation>&amp;Pfad:</translation>
    </message>
    <message>
        <source>What your tools put behind the address of the proxy.</source>
        <translation>Was die Tools an die Adresse des Proxys hängen.</translation>
    </message>
    <message>
        <source>As set for all chains</source>
        <translation>Wie für alle Chains</translation>
    </message>
    <message>
        <source>Fastest node first</source>
        <translation>Schnellster Knoten zuerst</translation>
    </message>
    <message>
        <source>Fewest open requests first</source>
        <translation>Wenigste Anfragen zuerst</translation>
    </message>
    <message>
        <source>In turn, by weight</source>
        <translation>Reihum, nach Gewicht</translation>
    </message>
    <message>
        <source>the choice of nodes</source>
        <translation>die Wahl der Knoten</translation>
    </message>
    <message>
        <source>Within a &amp;tier:</source>
        <translation>Innerhalb einer S&amp;tufe:</translation>
    </message>
    <message>
        <source>Newest block</source>
        <translation>Neuester Block</translation>
    </message>
    <message>
        <source>By WebSocket, else by polling</source>
        <translation>WebSocket, sonst Abfragen</translation>
    </message>
    <message>
        <source>By WebSocket only</source>
        <translation>Nur per WebSocket</translation>
    </message>
    <message>
        <source>By polling only</source>
        <translation>Nur durch Abfragen</translation>
    </message>
    <message>
        <source>Do not follow blocks</source>
        <translation>Blöcke nicht verfolgen</translation>
    </message>
    <message>
        <source>how blocks are followed</source>
        <translation>wie Blöcke verfolgt werden</translation>
    </message>
    <message>
        <source>&amp;Follow:</source>
        <translation>&amp;Verfolgen:</translation>
    </message>
    <message>
        <source>Polling asks each node at this interval and costs its credits; a WebSocket needs the WebSocket address of a node.</source>
        <translation>Abfragen fragt jeden Knoten in diesem Abstand und kostet seine Credits; ein WebSocket braucht die WebSocket-Adresse eines Knotens.</translation>
    </message>
    <message>
        <source>Poll e&amp;very:</source>
        <translation>&amp;Abfragen alle:</translation>
    </message>
    <message>
        <source> ms</source>
        <translation> ms</translation>
    </message>
    <message>
        <source>the poll interval</source>
        <translation>der Abfrageabstand</translation>
    </message>
    <message>
        <source> blocks</source>
        <translation> Blöcke</translation>
    </message>
    <message>
        <source>how far a node may be behind</source>
        <translation>wie weit ein Knoten zurück sein darf</translation>
    </message>
    <message>
        <source>the failed polls</source>
        <translation>die misslungenen Abfragen</translation>
    </message>
    <message>
        <source>the WebSocket connections</source>
        <translation>die WebSocket-Verbindungen</translation>
    </message>
    <message>
        <source>Reorganisations</source>
        <translation>Reorganisationen</translation>
    </message>
    <message>
        <source>&amp;Notice replaced blocks</source>
        <translation>&amp;Ersetzte Blöcke bemerken</translation>
    </message>
    <message>
        <source>noticing replaced blocks</source>
        <translation>das Bemerken ersetzter Blöcke</translation>
    </message>
    <message>
        <source>Kept answers about replaced blocks are then forgotten.</source>
        <translation>Behaltene Antworten über ersetzte Blöcke werden dann vergessen.</translation>
    </message>
    <message>
        <source>the finality depth</source>
        <translation>die Tiefe der Endgültigkeit</translation>
    </message>
    <message>
        <source>the remembered blocks</source>
        <translation>die gemerkten Blöcke</translation>
    </message>
    <message>
        <source>&amp;Remembered blocks:</source>
        <translation>&amp;Gemerkte Blöcke:</translation>
    </message>
    <message>
        <source>Cache of this chain</source>
        <translation>Cache dieser Chain</translation>
    </message>
    <message>
        <source>K&amp;eep answers</source>
        <translation>Antworten &amp;behalten</translation>
    </message>
    <message>
        <source>keeping answers</source>
        <translation>das Behalten von Antworten</translation>
    </message>
    <message>
        <source>the lifetime of answers about the newest block</source>
        <translation>die Lebensdauer von Antworten zum neuesten Block</translation>
    </message>
    <message>
        <source>Shorter on chains with &amp;quick blocks</source>
        <translation>K&amp;ürzer auf Chains mit schnellen Blöcken</translation>
    </message>
    <message>
        <source>shorter lifetimes</source>
        <translation>kürzere Lebensdauern</translation>
    </message>
    <message>
        <source>A quarter of the time between two blocks, where that is less.</source>
        <translation>Ein Viertel der Zeit zwischen zwei Blöcken, wo das weniger ist.</translation>
    </message>
    <message>
        <source>the lifetime of answers that may change</source>
        <translation>die Lebensdauer von Antworten, die sich ändern können</translation>
    </message>
    <message>
        <source>Cache of all chains</source>
        <translation>Cache aller Chains</translation>
    </message>
    <message>
        <source>Cache on for &amp;all chains</source>
        <translation>Cache für alle &amp;Chains an</translation>
    </message>
    <message>
        <source>the cache</source>
        <translation>der Cache</translation>
    </message>
    <message>
        <source> MiB</source>
        <translation> MiB</translation>
    </message>
    <message>
        <source>the size of the cache</source>
        <translation>die Größe des Caches</translation>
    </message>
    <message>
        <source>&amp;Size:</source>
        <translation>Gr&amp;öße:</translation>
    </message>
    <message>
        <source>Most b&amp;locks behind:</source>
        <translation>Höchsten&amp;s zurück:</translation>
    </message>
    <message>
        <source>A node that is further behind gets no requests until it has caught up.</source>
        <translation>Ein Knoten, der weiter zurück ist, bekommt keine Anfragen, bis er aufgeholt hat.</translation>
    </message>
    <message>
        <source>Most failed polls:</source>
        <translation>Fehlversuche höchstens:</translation>
    </message>
    <message>
        <source>A node that leaves more of them unanswered, one after the other, gets no requests.</source>
        <translation>Ein Knoten, der mehr Abfragen nacheinander nicht beantwortet, bekommt keine Anfragen.</translation>
    </message>
    <message>
        <source>&amp;WebSockets per node:</source>
        <translation>&amp;WebSockets je Knoten:</translation>
    </message>
    <message>
        <source>Final at a &amp;depth of:</source>
        <translation>En&amp;dgültig ab Tiefe:</translation>
    </message>
    <message>
        <source>How long answers are kept at most, unless they can never change:</source>
        <translation>Wie lange Antworten höchstens behalten werden, die sich ändern können:</translation>
    </message>
    <message>
        <source>Abo&amp;ut the newest block:</source>
        <translation>Z&amp;um neuesten Block:</translation>
    </message>
    <message>
        <source>What may still &amp;change:</source>
        <translation>Was sich &amp;noch ändert:</translation>
    </message>
</context>
<context>
    <name>spillway::ui::ChainsPage</name>
    <message>
        <source>Chains</source>
        <translation>Chains</translation>
    </message>
    <message>
        <source>Blocks of the nodes</source>
        <translation>Blöcke der Knoten</translation>
    </message>
    <message>
        <source>Replaced blocks</source>
        <translation>Ersetzte Blöcke</translation>
    </message>
    <message>
        <source>Cache by method</source>
        <translation>Cache nach Methode</translation>
    </message>
    <message>
        <source>N&amp;odes</source>
        <translation>Kn&amp;oten</translation>
    </message>
    <message>
        <source>Replaced &amp;blocks</source>
        <translation>Ersetzte B&amp;löcke</translation>
    </message>
    <message>
        <source>Cac&amp;he</source>
        <translation>Cac&amp;he</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>Add a chain</source>
        <translation>Chain hinzufügen</translation>
    </message>
    <message>
        <source>&amp;Name the chain</source>
        <translation>Chain be&amp;nennen</translation>
    </message>
    <message>
        <source>Remove this chain</source>
        <translation>Diese Chain entfernen</translation>
    </message>
    <message>
        <source>No chain is named yet</source>
        <translation>Noch ist keine Chain benannt</translation>
    </message>
    <message>
        <source>Once the configuration names the chain of your nodes, Spillway follows its newest block, leaves out nodes that are behind, and keeps answers that cannot change. Each chain gets its own path on the proxy.</source>
        <translation>Sobald die Konfiguration die Chain der Knoten nennt, verfolgt Spillway ihren neuesten Block, lässt Knoten aus, die zurück sind, und behält Antworten, die sich nicht ändern können. Jede Chain bekommt einen eigenen Pfad am Proxy.</translation>
    </message>
    <message>
        <source>Nothing was replaced since the start. When a chain replaces blocks that it had already announced, they are listed here, with how many they were.</source>
        <translation>Seit dem Start wurde nichts ersetzt. Wenn eine Chain Blöcke ersetzt, die sie schon gemeldet hatte, stehen sie hier, mit ihrer Zahl.</translation>
    </message>
    <message>
        <source>Blocks that this chain had announced and then replaced, newest first.</source>
        <translation>Blöcke, die diese Chain gemeldet und dann ersetzt hat, die neuesten zuerst.</translation>
    </message>
    <message>
        <source>Another chain…</source>
        <translation>Andere Chain…</translation>
    </message>
    <message>
        <source>Add the chain %1</source>
        <translation>Chain %1 hinzufügen</translation>
    </message>
    <message>
        <source>Name of the chain; it becomes its path on the proxy. Letters, digits, - . and _:</source>
        <translation>Name der Chain; er wird ihr Pfad am Proxy. Buchstaben, Ziffern, - . und _:</translation>
    </message>
    <message>
        <source>Add the chain</source>
        <translation>Chain hinzufügen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>“%1” cannot be the name of a chain: 1 to 64 letters, digits, - . and _ can.</source>
        <translation>„%1“ kann nicht der Name einer Chain sein: 1 bis 64 Buchstaben, Ziffern, - . und _ sind möglich.</translation>
    </message>
    <message>
        <source>%1 still has nodes: %2. Remove them first, or give them another chain.</source>
        <translation>%1 hat noch Knoten: %2. Diese zuerst entfernen oder einer anderen Chain geben.</translation>
    </message>
    <message>
        <source>Remove the chain %1</source>
        <translation>Chain %1 entfernen</translation>
    </message>
    <message>
        <source>The chain %1 was removed.</source>
        <translation>Die Chain %1 wurde entfernt.</translation>
    </message>
</context>
<context>
    <name>spillway::ui::ChangeBar</name>
    <message>
        <source>&amp;Discard</source>
        <translation>Ver&amp;werfen</translation>
    </message>
    <message>
        <source>Re&amp;view…</source>
        <translation>Prü&amp;fen…</translation>
    </message>
    <message>
        <source>&amp;Apply</source>
        <translation>Anwe&amp;nden</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>Schl&amp;ießen</translation>
    </message>
    <message>
        <source>State of your changes</source>
        <translation>Stand der Änderungen</translation>
    </message>
    <message numerus="yes">
        <source>&lt;b&gt;%n unsaved change(s)&lt;/b&gt;</source>
        <translation>
            <numerusform>&lt;b&gt;%n nicht gespeicherte Änderung&lt;/b&gt;</numerusform>
            <numerusform>&lt;b&gt;%n nicht gespeicherte Änderungen&lt;/b&gt;</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n problem(s) to mend first (&lt;a href=&quot;problems&quot;&gt;show&lt;/a&gt;)</source>
        <translation>
            <numerusform>%n Problem ist vorher zu beheben (&lt;a href=&quot;problems&quot;&gt;anzeigen&lt;/a&gt;)</numerusform>
            <numerusform>%n Probleme sind vorher zu beheben (&lt;a href=&quot;problems&quot;&gt;anzeigen&lt;/a&gt;)</numerusform>
        </translation>
    </message>
    <message>
        <source>. &lt;a href=&quot;restart&quot;&gt;Restart the proxy now&lt;/a&gt;</source>
        <translation>. &lt;a href=&quot;restart&quot;&gt;Proxy jetzt neu starten&lt;/a&gt;</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weiterer</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>&lt;b&gt;Not applied.&lt;/b&gt; %1</source>
        <translation>&lt;b&gt;Nicht angewendet.&lt;/b&gt; %1</translation>
    </message>
    <message>
        <source>The old configuration is still running.</source>
        <translation>Die bisherige Konfiguration läuft weiter.</translation>
    </message>
    <message>
        <source>Saves the configuration and applies it without dropping a request (%1)</source>
        <translation>Speichert die Konfiguration und wendet sie an, ohne dass eine Anfrage verloren geht (%1)</translation>
    </message>
</context>
<context>
    <name>spillway::ui::Chart</name>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message numerus="yes">
        <source>−%n d</source>
        <comment>days ago</comment>
        <translation>
            <numerusform>−%n d</numerusform>
            <numerusform>−%n d</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>−%n h</source>
        <comment>hours ago</comment>
        <translation>
            <numerusform>−%n h</numerusform>
            <numerusform>−%n h</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>−%n min</source>
        <comment>minutes ago</comment>
        <translation>
            <numerusform>−%n min</numerusform>
            <numerusform>−%n min</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>spillway::ui::ChartCard</name>
    <message>
        <source>Show as table</source>
        <translation>Als Tabelle anzeigen</translation>
    </message>
</context>
<context>
    <name>spillway::ui::ClosingDialog</name>
    <message>
        <source>Spillway</source>
        <translation>Spillway</translation>
    </message>
    <message>
        <source>Requests are being finished</source>
        <translation>Anfragen werden abgeschlossen</translation>
    </message>
    <message>
        <source>&amp;Quit now</source>
        <translation>Jetzt &amp;beenden</translation>
    </message>
    <message numerus="yes">
        <source>Finishing %n request(s)…</source>
        <translation>
            <numerusform>%n Anfrage wird abgeschlossen…</numerusform>
            <numerusform>%n Anfragen werden abgeschlossen…</numerusform>
        </translation>
    </message>
    <message>
        <source>Stopping the proxy…</source>
        <translation>Der Proxy wird gestoppt…</translation>
    </message>
</context>
<context>
    <name>spillway::ui::ConfigDraft</name>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>%1 kann nicht gelesen werden: %2</translation>
    </message>
    <message>
        <source>discarding the changes</source>
        <translation>Verwerfen der Änderungen</translation>
    </message>
    <message>
        <source>%1 was changed by another program meanwhile</source>
        <translation>%1 wurde inzwischen von einem anderen Programm geändert</translation>
    </message>
    <message>
        <source>the folder %1 cannot be made</source>
        <translation>der Ordner %1 kann nicht angelegt werden</translation>
    </message>
    <message>
        <source>reading the file again</source>
        <translation>erneutes Lesen der Datei</translation>
    </message>
    <message>
        <source>%1 cannot be read as a configuration: %2</source>
        <translation>%1 lässt sich nicht als Konfiguration lesen: %2</translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation>Zeile %1: %2</translation>
    </message>
</context>
<context>
    <name>spillway::ui::ConnectToolDialog</name>
    <message>
        <source>Connect a tool</source>
        <translation>Tool verbinden</translation>
    </message>
    <message>
        <source>Cha&amp;in:</source>
        <translation>C&amp;hain:</translation>
    </message>
    <message>
        <source>Address:</source>
        <translation>Adresse:</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Tools</translation>
    </message>
    <message>
        <source>Code for the tool</source>
        <translation>Code für das Tool</translation>
    </message>
    <message>
        <source>&amp;Copy code</source>
        <translation>&amp;Code kopieren</translation>
    </message>
    <message>
        <source>Copy &amp;address</source>
        <translation>&amp;Adresse kopieren</translation>
    </message>
    <message>
        <source>known once the proxy runs</source>
        <translation>erst bekannt, wenn der Proxy läuft</translation>
    </message>
</context>
<context>
    <name>spillway::ui::DashboardPage</name>
    <message>
        <source>not running</source>
        <translation>läuft nicht</translation>
    </message>
    <message numerus="yes">
        <source>%Ln in flight</source>
        <translation>
            <numerusform>%Ln in Bearbeitung</numerusform>
            <numerusform>%Ln in Bearbeitung</numerusform>
        </translation>
    </message>
    <message>
        <source>last 5 minutes</source>
        <translation>letzte 5 Minuten</translation>
    </message>
    <message>
        <source>no calls in the last 5 minutes</source>
        <translation>keine Aufrufe in den letzten 5 Minuten</translation>
    </message>
    <message numerus="yes">
        <source>%Ln not, in 5 minutes</source>
        <translation>
            <numerusform>%Ln nicht, in 5 Minuten</numerusform>
            <numerusform>%Ln nicht, in 5 Minuten</numerusform>
        </translation>
    </message>
    <message>
        <source>since 00:00 UTC</source>
        <translation>seit 00:00 UTC</translation>
    </message>
    <message>
        <source>Penalty</source>
        <translation>Sperre</translation>
    </message>
    <message>
        <source>Client p50</source>
        <translation>Client p50</translation>
    </message>
    <message>
        <source>Client p95</source>
        <translation>Client p95</translation>
    </message>
    <message>
        <source>%1 was set back</source>
        <comment>a node got a penalty</comment>
        <translation>%1 wurde gesperrt</translation>
    </message>
    <message>
        <source>Answered by a node</source>
        <translation>Von einem Knoten</translation>
    </message>
    <message>
        <source>By Spillway</source>
        <translation>Von Spillway</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>Abgewiesen</translation>
    </message>
    <message>
        <source>Limited</source>
        <translation>Gedrosselt</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>%1 übrig</translation>
    </message>
    <message>
        <source>%1, tier %2</source>
        <comment>chain, number</comment>
        <translation>%1, Stufe %2</translation>
    </message>
    <message>
        <source>Tier %1</source>
        <translation>Stufe %1</translation>
    </message>
    <message>
        <source>Answered by Spillway itself</source>
        <translation>Von Spillway selbst beantwortet</translation>
    </message>
    <message>
        <source>Last error, of %1: %2</source>
        <translation>Letzter Fehler, von %1: %2</translation>
    </message>
    <message>
        <source>5 min</source>
        <translation>5 min</translation>
    </message>
    <message>
        <source>1 h</source>
        <translation>1 h</translation>
    </message>
    <message>
        <source>24 h</source>
        <translation>24 h</translation>
    </message>
    <message>
        <source>31 days</source>
        <translation>31 Tage</translation>
    </message>
    <message>
        <source>Show the last five minutes</source>
        <translation>Die letzten fünf Minuten zeigen</translation>
    </message>
    <message>
        <source>Show the last hour</source>
        <translation>Die letzte Stunde zeigen</translation>
    </message>
    <message>
        <source>Show the last 24 hours</source>
        <translation>Die letzten 24 Stunden zeigen</translation>
    </message>
    <message>
        <source>Show the last 31 days</source>
        <translation>Die letzten 31 Tage zeigen</translation>
    </message>
    <message>
        <source>Requests per second</source>
        <translation>Anfragen pro Sekunde</translation>
    </message>
    <message>
        <source>Latency, p50 / p95</source>
        <translation>Latenz, p50 / p95</translation>
    </message>
    <message>
        <source>Answered</source>
        <translation>Beantwortet</translation>
    </message>
    <message>
        <source>Credits today</source>
        <translation>Credits heute</translation>
    </message>
    <message>
        <source>Share of the calls that got an answer, in the last five minutes. Calls that were not valid or not allowed do not count.</source>
        <translation>Anteil der Aufrufe der letzten fünf Minuten, die eine Antwort bekamen. Ungültige oder nicht erlaubte Aufrufe zählen nicht mit.</translation>
    </message>
    <message>
        <source>Half of the calls of the last five minutes took less than the first figure, 95 of 100 less than the second. Measured at the client’s side, waiting included.</source>
        <translation>Die Hälfte der Aufrufe der letzten fünf Minuten dauerte kürzer als der erste Wert, 95 von 100 kürzer als der zweite. Gemessen aus Sicht des Clients, Wartezeit eingeschlossen.</translation>
    </message>
    <message>
        <source>Credits booked for requests of all nodes since 00:00 UTC, less refunds.</source>
        <translation>Credits, die seit 00:00 UTC für Anfragen aller Knoten gebucht wurden, abzüglich Rückbuchungen.</translation>
    </message>
    <message>
        <source>req/s</source>
        <translation>Anfr./s</translation>
    </message>
    <message>
        <source>Outcomes</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>Quotas</source>
        <translation>Kontingente</translation>
    </message>
    <message>
        <source>No node has a monthly limit.</source>
        <translation>Kein Knoten hat ein Monatslimit.</translation>
    </message>
    <message>
        <source>Tiers</source>
        <translation>Stufen</translation>
    </message>
    <message>
        <source>What is happening</source>
        <translation>Was geschieht</translation>
    </message>
    <message>
        <source>What is happening, newest first</source>
        <translation>Was geschieht, Neuestes zuerst</translation>
    </message>
    <message>
        <source>No providers yet</source>
        <translation>Noch keine Anbieter</translation>
    </message>
    <message>
        <source>Add the providers whose answers Spillway should bring together. It fills the first tier up to its limits and sends what is left to the next one.</source>
        <translation>Hier fehlen noch die Anbieter, deren Antworten Spillway bündeln soll. Spillway füllt die erste Stufe bis zu ihren Limits und schickt den Rest an die nächste.</translation>
    </message>
    <message>
        <source>&amp;Get started</source>
        <translation>&amp;Erste Schritte</translation>
    </message>
    <message>
        <source>&amp;Add a node</source>
        <translation>&amp;Knoten hinzufügen</translation>
    </message>
    <message>
        <source>&lt;b&gt;No provider of %1 is answering.&lt;/b&gt; Spillway keeps trying all of them. %2</source>
        <translation>&lt;b&gt;Kein Anbieter von %1 antwortet.&lt;/b&gt; Spillway versucht es weiter bei allen. %2</translation>
    </message>
    <message>
        <source>Show &amp;log</source>
        <translation>Proto&amp;koll zeigen</translation>
    </message>
    <message>
        <source>Show &amp;nodes</source>
        <translation>Kn&amp;oten zeigen</translation>
    </message>
    <message>
        <source>&lt;b&gt;No requests yet.&lt;/b&gt; Point a tool at %1</source>
        <translation>&lt;b&gt;Noch keine Anfragen.&lt;/b&gt; Jetzt ein Tool auf %1 richten</translation>
    </message>
    <message>
        <source>&amp;Copy address</source>
        <translation>Adresse &amp;kopieren</translation>
    </message>
    <message>
        <source>Send a &amp;test request</source>
        <translation>Testanfra&amp;ge senden</translation>
    </message>
    <message>
        <source>The proxy is starting.</source>
        <translation>Der Proxy startet gerade.</translation>
    </message>
    <message>
        <source>The proxy is stopped.</source>
        <translation>Der Proxy ist gestoppt.</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>&amp;Starten</translation>
    </message>
    <message>
        <source>&lt;b&gt;The proxy could not start.&lt;/b&gt; %1</source>
        <translation>&lt;b&gt;Der Proxy konnte nicht starten.&lt;/b&gt; %1</translation>
    </message>
    <message>
        <source>&amp;Try again</source>
        <translation>Erneut &amp;versuchen</translation>
    </message>
    <message>
        <source>The proxy stopped at %1.</source>
        <translation>Der Proxy wurde um %1 gestoppt.</translation>
    </message>
    <message>
        <source>Known once the proxy runs.</source>
        <translation>Bekannt, sobald der Proxy läuft.</translation>
    </message>
    <message>
        <source>Attempts at nodes, from the history</source>
        <translation>Versuche an Knoten, aus dem Verlauf</translation>
    </message>
    <message>
        <source>The proxy is stopped. The last figures are of %1.</source>
        <translation>Der Proxy ist gestoppt. Die letzten Zahlen sind von %1.</translation>
    </message>
    <message>
        <source>Spillover: requests per second, by node</source>
        <translation>Überlauf: Anfragen pro Sekunde nach Knoten</translation>
    </message>
    <message>
        <source>Latency in milliseconds</source>
        <translation>Latenz in Millisekunden</translation>
    </message>
    <message>
        <source>Once the proxy runs, this shows how the requests spread over the tiers and their nodes.</source>
        <translation>Sobald der Proxy läuft, steht hier, wie sich die Anfragen auf die Stufen und ihre Knoten verteilen.</translation>
    </message>
    <message>
        <source>Once the proxy runs, this tells in sentences what happens: limits that are reached, nodes that fail, and who takes over.</source>
        <translation>Sobald der Proxy läuft, steht hier in Sätzen, was geschieht: erreichte Grenzen, Knoten, die versagen, und wer übernimmt.</translation>
    </message>
    <message>
        <source>The configuration could not be read</source>
        <translation>Die Konfiguration ließ sich nicht lesen</translation>
    </message>
    <message>
        <source>average, from the history</source>
        <translation>Mittelwert, aus dem Verlauf</translation>
    </message>
    <message>
        <source>not in the history</source>
        <translation>nicht im Verlauf</translation>
    </message>
</context>
<context>
    <name>spillway::ui::Describer</name>
    <message>
        <source>Node %1 is called %2 now and keeps its used credits.</source>
        <translation>Der Knoten %1 heißt jetzt %2 und behält seine verbrauchten Credits.</translation>
    </message>
    <message>
        <source>Node %1 is called %2 now and counts its credits from zero.</source>
        <translation>Der Knoten %1 heißt jetzt %2 und zählt seine Credits ab null.</translation>
    </message>
    <message>
        <source>Node %1 was removed.</source>
        <translation>Der Knoten %1 wurde entfernt.</translation>
    </message>
    <message>
        <source>Node %1 was added (tier %2).</source>
        <translation>Der Knoten %1 wurde hinzugefügt (Stufe %2).</translation>
    </message>
    <message>
        <source>The order of the nodes was changed.</source>
        <translation>Die Reihenfolge der Knoten wurde geändert.</translation>
    </message>
    <message>
        <source>%1 %2 → %3</source>
        <translation>%1 %2 → %3</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>switched on</source>
        <translation>eingeschaltet</translation>
    </message>
    <message>
        <source>switched off</source>
        <translation>ausgeschaltet</translation>
    </message>
    <message>
        <source>address or key changed</source>
        <translation>Adresse oder Schlüssel geändert</translation>
    </message>
    <message>
        <source>WebSocket address changed</source>
        <translation>WebSocket-Adresse geändert</translation>
    </message>
    <message>
        <source>way of signing in changed</source>
        <translation>Art der Anmeldung geändert</translation>
    </message>
    <message>
        <source>chain</source>
        <translation>Chain</translation>
    </message>
    <message>
        <source>tier</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>requests per second</source>
        <translation>Anfragen pro Sekunde</translation>
    </message>
    <message>
        <source>burst</source>
        <translation>Spitze</translation>
    </message>
    <message>
        <source>requests at once</source>
        <translation>Anfragen gleichzeitig</translation>
    </message>
    <message>
        <source>monthly limit</source>
        <translation>Monatslimit</translation>
    </message>
    <message>
        <source>reset day</source>
        <translation>Stichtag</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <source>price list</source>
        <translation>Preisliste</translation>
    </message>
    <message>
        <source>allowed or denied methods changed</source>
        <translation>erlaubte oder verbotene Methoden geändert</translation>
    </message>
    <message>
        <source>headers changed</source>
        <translation>Header geändert</translation>
    </message>
    <message>
        <source>advanced settings changed</source>
        <translation>erweiterte Einstellungen geändert</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1: %2.</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message>
        <source>none (1 credit a call)</source>
        <translation>keine (1 Credit pro Aufruf)</translation>
    </message>
    <message>
        <source>%1 costs %2 (new)</source>
        <translation>%1 kostet %2 (neu)</translation>
    </message>
    <message>
        <source>%1 costs %2 → %3</source>
        <translation>%1 kostet %2 → %3</translation>
    </message>
    <message>
        <source>%1 has no price any more</source>
        <translation>%1 hat keinen Preis mehr</translation>
    </message>
    <message>
        <source>any other method costs %1</source>
        <translation>jede andere Methode kostet %1</translation>
    </message>
    <message>
        <source>other methods are not sent</source>
        <translation>andere Methoden werden nicht gesendet</translation>
    </message>
    <message>
        <source>stop at %1 % → %2 %</source>
        <translation>Stopp bei %1 % → %2 %</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n weitere</numerusform>
            <numerusform>%n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Price list %1: %2.</source>
        <translation>Preisliste %1: %2.</translation>
    </message>
    <message>
        <source>Chain %1 was added.</source>
        <translation>Die Chain %1 wurde hinzugefügt.</translation>
    </message>
    <message>
        <source>The settings of chain %1 were changed.</source>
        <translation>Die Einstellungen der Chain %1 wurden geändert.</translation>
    </message>
    <message>
        <source>Chain %1 was removed.</source>
        <translation>Die Chain %1 wurde entfernt.</translation>
    </message>
    <message>
        <source>The proxy listens on %1, port %2 instead of %3, port %4.</source>
        <translation>Der Proxy ist unter %1, Port %2 statt unter %3, Port %4 erreichbar.</translation>
    </message>
    <message>
        <source>Clients need no access token any more.</source>
        <translation>Clients brauchen kein Zugriffstoken mehr.</translation>
    </message>
    <message numerus="yes">
        <source>Access tokens of clients were changed; %n in all.</source>
        <translation>
            <numerusform>Die Zugriffstoken der Clients wurden geändert; insgesamt ist es %n.</numerusform>
            <numerusform>Die Zugriffstoken der Clients wurden geändert; insgesamt sind es %n.</numerusform>
        </translation>
    </message>
    <message>
        <source>Settings of the listener were changed.</source>
        <translation>Netzwerkeinstellungen wurden geändert.</translation>
    </message>
    <message>
        <source>Security settings were changed.</source>
        <translation>Sicherheitseinstellungen wurden geändert.</translation>
    </message>
    <message>
        <source>Rules for choosing nodes were changed.</source>
        <translation>Die Regeln für die Auswahl der Knoten wurden geändert.</translation>
    </message>
    <message>
        <source>Penalties for failing nodes were changed.</source>
        <translation>Die Sperren für fehlerhafte Knoten wurden geändert.</translation>
    </message>
    <message>
        <source>Cache settings were changed.</source>
        <translation>Die Einstellungen des Zwischenspeichers wurden geändert.</translation>
    </message>
    <message>
        <source>What the log holds was changed.</source>
        <translation>Der Umfang des Protokolls wurde geändert.</translation>
    </message>
</context>
<context>
    <name>spillway::ui::DesktopApp</name>
    <message>
        <source>Close the window</source>
        <translation>Fenster schließen</translation>
    </message>
    <message>
        <source>Spillway has no tray icon on this desktop.</source>
        <translation>Spillway hat auf diesem Desktop kein Symbol in der Kontrollleiste.</translation>
    </message>
    <message>
        <source>The proxy can go on in the background; start Spillway again to get the window back. On GNOME the extension “AppIndicator and KStatusNotifierItem Support” brings tray icons.</source>
        <translation>Der Proxy kann im Hintergrund weiterlaufen; ein erneuter Start von Spillway bringt das Fenster zurück. Unter GNOME ergänzt die Erweiterung „AppIndicator and KStatusNotifierItem Support“ die Symbole.</translation>
    </message>
    <message>
        <source>&amp;Keep the proxy running</source>
        <translation>&amp;Proxy weiterlaufen lassen</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>Do the same &amp;next time</source>
        <translation>&amp;Nächstes Mal ebenso verfahren</translation>
    </message>
    <message>
        <source>The diagnostics are on the clipboard. They hold no keys and no addresses of providers.</source>
        <translation>Die Diagnosedaten sind in der Zwischenablage. Sie enthalten keine Schlüssel und keine Adressen von Anbietern.</translation>
    </message>
</context>
<context>
    <name>spillway::ui::DiffDialog</name>
    <message>
        <source>%1 added, %2 removed</source>
        <comment>lines</comment>
        <translation>%1 hinzugefügt, %2 entfernt</translation>
    </message>
    <message>
        <source>Both texts are the same.</source>
        <translation>Beide Texte sind gleich.</translation>
    </message>
</context>
<context>
    <name>spillway::ui::DiffView</name>
    <message>
        <source>Differences</source>
        <translation>Unterschiede</translation>
    </message>
    <message numerus="yes">
        <source>%n unchanged line(s)</source>
        <translation>
            <numerusform>%n unveränderte Zeile</numerusform>
            <numerusform>%n unveränderte Zeilen</numerusform>
        </translation>
    </message>
    <message>
        <source>No differences</source>
        <translation>Keine Unterschiede</translation>
    </message>
</context>
<context>
    <name>spillway::ui::DraftBinder</name>
    <message>
        <source>changing %1</source>
        <translation>Änderung: %1</translation>
    </message>
    <message>
        <source>This cannot be changed while the config file has an error: %1</source>
        <translation>Das kann nicht geändert werden, solange die Konfigurationsdatei einen Fehler hat: %1</translation>
    </message>
</context>
<context>
    <name>spillway::ui::EngineText</name>
    <message>
        <source>the text has to be mended first: %1</source>
        <translation>der Text muss zuerst in Ordnung gebracht werden: %1</translation>
    </message>
    <message>
        <source>this file is written in a way that can only be edited as text</source>
        <translation>diese Datei ist so geschrieben, dass sie nur als Text bearbeitet werden kann</translation>
    </message>
    <message>
        <source>the change was not made, because the file would not be valid any more: %1</source>
        <translation>die Änderung wurde nicht gemacht, weil die Datei danach nicht mehr gültig wäre: %1</translation>
    </message>
    <message>
        <source>the change was not made, because it would touch other settings too: edit this one as text</source>
        <translation>die Änderung wurde nicht gemacht, weil sie auch andere Einstellungen träfe: Bearbeiten Sie diese als Text</translation>
    </message>
    <message>
        <source>this cannot be removed from here: edit the file as text</source>
        <translation>das kann von hier aus nicht entfernt werden: Bearbeiten Sie die Datei als Text</translation>
    </message>
    <message>
        <source>the path of a list of sections is missing</source>
        <translation>der Pfad einer Liste von Abschnitten fehlt</translation>
    </message>
    <message>
        <source>there is no section that could hold the list %1</source>
        <translation>es gibt keinen Abschnitt, der die Liste %1 aufnehmen könnte</translation>
    </message>
    <message>
        <source>there is no such element to be copied</source>
        <translation>das Element, das kopiert werden soll, gibt es nicht</translation>
    </message>
    <message>
        <source>only an element with keys can be copied</source>
        <translation>nur ein Element mit Schlüsseln kann kopiert werden</translation>
    </message>
    <message>
        <source>the name of the element is a section: edit it as text</source>
        <translation>der Name des Elements ist ein Abschnitt: Bearbeiten Sie ihn als Text</translation>
    </message>
    <message>
        <source>there is no such element: the list has %1</source>
        <translation>dieses Element gibt es nicht: die Liste hat %1</translation>
    </message>
    <message>
        <source>there is no such element to be changed</source>
        <translation>das Element, das geändert werden soll, gibt es nicht</translation>
    </message>
    <message>
        <source>the path of a key is missing</source>
        <translation>der Pfad eines Schlüssels fehlt</translation>
    </message>
    <message>
        <source>the whole document cannot be removed</source>
        <translation>das ganze Dokument kann nicht entfernt werden</translation>
    </message>
    <message>
        <source>an element of a list has no name to be changed</source>
        <translation>ein Element einer Liste hat keinen Namen, der geändert werden könnte</translation>
    </message>
    <message>
        <source>there is already a key %1</source>
        <translation>den Schlüssel %1 gibt es schon</translation>
    </message>
    <message>
        <source>there is no %1</source>
        <translation>%1 gibt es nicht</translation>
    </message>
    <message>
        <source>this value cannot be written as TOML</source>
        <translation>dieser Wert kann nicht als TOML geschrieben werden</translation>
    </message>
    <message>
        <source>this value cannot be written</source>
        <translation>dieser Wert kann nicht geschrieben werden</translation>
    </message>
    <message>
        <source>this is not one TOML value</source>
        <translation>das ist kein einzelner TOML-Wert</translation>
    </message>
    <message>
        <source>the links lead in a circle</source>
        <translation>die Verknüpfungen führen im Kreis</translation>
    </message>
    <message>
        <source>this is not a file</source>
        <translation>das ist keine Datei</translation>
    </message>
    <message>
        <source>the file cannot be reached: %1</source>
        <translation>die Datei ist nicht erreichbar: %1</translation>
    </message>
    <message>
        <source>the file cannot be written: %1</source>
        <translation>die Datei kann nicht geschrieben werden: %1</translation>
    </message>
    <message>
        <source>the folder %1 cannot be made: %2</source>
        <translation>der Ordner %1 kann nicht angelegt werden: %2</translation>
    </message>
    <message>
        <source>a file beside it cannot be written: %1</source>
        <translation>eine Datei daneben kann nicht geschrieben werden: %1</translation>
    </message>
    <message>
        <source>another program is saving this file just now</source>
        <translation>ein anderes Programm speichert diese Datei gerade</translation>
    </message>
    <message>
        <source>another program is saving this file all the time</source>
        <translation>ein anderes Programm speichert diese Datei immerzu</translation>
    </message>
    <message>
        <source>the file cannot be locked: %1</source>
        <translation>die Datei kann nicht gesperrt werden: %1</translation>
    </message>
    <message>
        <source>the file belongs to another user and would become yours: save it as that user, or as a copy</source>
        <translation>die Datei gehört einem anderen Benutzer und würde zu Ihrer: Speichern Sie sie als dieser Benutzer oder als Kopie</translation>
    </message>
    <message>
        <source>the rights of the file cannot be kept: %1</source>
        <translation>die Rechte der Datei können nicht erhalten werden: %1</translation>
    </message>
    <message>
        <source>the file cannot be replaced: %1</source>
        <translation>die Datei kann nicht ersetzt werden: %1</translation>
    </message>
    <message>
        <source>the disk reports an error after saving: %1</source>
        <translation>der Datenträger meldet nach dem Speichern einen Fehler: %1</translation>
    </message>
    <message>
        <source>the outcome rules cannot be read</source>
        <translation>die Regeln für Ergebnisse können nicht gelesen werden</translation>
    </message>
    <message>
        <source>port %1 is in use by another program; stop it or choose another [server] port</source>
        <translation>Port %1 wird von einem anderen Programm benutzt; beenden Sie es, oder wählen Sie einen anderen Port unter [server]</translation>
    </message>
    <message>
        <source>cannot listen on %1: %2</source>
        <translation>auf %1 kann nicht gelauscht werden: %2</translation>
    </message>
    <message>
        <source>cannot find a port that is free on both loopback addresses</source>
        <translation>es findet sich kein Port, der auf beiden Loopback-Adressen frei ist</translation>
    </message>
    <message>
        <source>server.worker_threads and server.io take effect after a restart</source>
        <translation>server.worker_threads und server.io wirken nach einem Neustart</translation>
    </message>
    <message>
        <source>server.state_dir takes effect after a restart</source>
        <translation>server.state_dir wirkt nach einem Neustart</translation>
    </message>
    <message>
        <source>is not a regular file; move it away</source>
        <translation>ist keine gewöhnliche Datei; räumen Sie sie beiseite</translation>
    </message>
    <message>
        <source>cannot be opened: %1</source>
        <translation>kann nicht geöffnet werden: %1</translation>
    </message>
    <message>
        <source>cannot be created: %1</source>
        <translation>kann nicht angelegt werden: %1</translation>
    </message>
    <message>
        <source>cannot be written: %1</source>
        <translation>kann nicht geschrieben werden: %1</translation>
    </message>
    <message>
        <source>cannot get its space on the disk: %1</source>
        <translation>bekommt keinen Platz auf dem Datenträger: %1</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>Zugriff verweigert</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>Datei oder Ordner nicht vorhanden</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>Auf dem Datenträger ist kein Platz mehr</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>Das Dateisystem ist nur lesbar</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>Das ist kein Ordner</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>Das ist ein Ordner</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>Die Datei gibt es schon</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>Ein-/Ausgabefehler</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>Das Speicherkontingent ist erschöpft</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>Zu viele offene Dateien</translation>
    </message>
    <message>
        <source>The address is protected</source>
        <translation>Die Adresse ist geschützt</translation>
    </message>
    <message>
        <source>The address is not available</source>
        <translation>Die Adresse ist nicht verfügbar</translation>
    </message>
    <message>
        <source>The bound address is already in use</source>
        <translation>Die Adresse wird schon benutzt</translation>
    </message>
</context>
<context>
    <name>spillway::ui::Episodes</name>
    <message>
        <source>%1 of the requests went to %2.</source>
        <translation>%1 der Anfragen gingen an %2.</translation>
    </message>
    <message>
        <source>%1 of the requests go to %2.</source>
        <translation>%1 der Anfragen gehen an %2.</translation>
    </message>
    <message>
        <source>Reason: %1</source>
        <translation>Grund: %1</translation>
    </message>
    <message>
        <source>It rests until %1.</source>
        <translation>Pause bis %1.</translation>
    </message>
    <message numerus="yes">
        <source>%n times</source>
        <translation>
            <numerusform>%n-mal</numerusform>
            <numerusform>%n-mal</numerusform>
        </translation>
    </message>
    <message>
        <source>until %1</source>
        <translation>bis %1</translation>
    </message>
    <message>
        <source>The proxy started.</source>
        <translation>Der Proxy wurde gestartet.</translation>
    </message>
    <message>
        <source>%1 reached its rate limit.</source>
        <translation>%1 hat sein Ratenlimit erreicht.</translation>
    </message>
    <message>
        <source>The provider of %1 answered “too many requests”.</source>
        <translation>Der Anbieter von %1 antwortete „zu viele Anfragen“.</translation>
    </message>
    <message>
        <source>%1 failed and was passed over for a moment.</source>
        <translation>%1 hat versagt und wurde kurz übergangen.</translation>
    </message>
    <message>
        <source>The provider rejected the key of %1; the node is set aside.</source>
        <translation>Der Anbieter hat den Schlüssel von %1 abgelehnt; der Knoten ist zurückgestellt.</translation>
    </message>
    <message>
        <source>%1 is set aside.</source>
        <translation>%1 ist zurückgestellt.</translation>
    </message>
    <message>
        <source>%1 reached its monthly stop.</source>
        <translation>%1 hat seinen Monatsstopp erreicht.</translation>
    </message>
    <message>
        <source>%1 reached its monthly stop; it resets on %2.</source>
        <translation>%1 hat seinen Monatsstopp erreicht; am Stichtag %2 geht es weiter.</translation>
    </message>
    <message>
        <source>%1 has used %2 of what it may spend this period.</source>
        <translation>%1 hat %2 von dem verbraucht, was in diesem Zeitraum ausgegeben werden darf.</translation>
    </message>
    <message>
        <source>All places of %1 were in use.</source>
        <translation>Alle Plätze von %1 waren belegt.</translation>
    </message>
    <message>
        <source>No node of %1 could answer.</source>
        <translation>Kein Knoten von %1 konnte antworten.</translation>
    </message>
    <message>
        <source>More calls came in than may be held at once; some were turned away.</source>
        <translation>Es kamen mehr Aufrufe an, als zugleich gehalten werden dürfen; einige wurden abgewiesen.</translation>
    </message>
    <message>
        <source>%1 is behind its chain and gets no requests until it has caught up.</source>
        <translation>%1 ist hinter seiner Chain zurück und bekommt keine Anfragen, bis er aufgeholt hat.</translation>
    </message>
    <message>
        <source>%1 is still loading its chain and gets no requests until it is done.</source>
        <translation>%1 lädt seine Chain noch und bekommt keine Anfragen, bis er fertig ist.</translation>
    </message>
    <message>
        <source>%1 is on another chain, or another branch of it, than the one followed and gets no requests.</source>
        <translation>%1 ist auf einer anderen Chain oder einem anderen Zweig als dem, dem gefolgt wird, und bekommt keine Anfragen.</translation>
    </message>
    <message>
        <source>%1 does not answer as a node of its chain and gets no requests.</source>
        <translation>%1 antwortet nicht wie ein Knoten seiner Chain und bekommt keine Anfragen.</translation>
    </message>
</context>
<context>
    <name>spillway::ui::FigureCard</name>
    <message>
        <source>%1: %2</source>
        <comment>a figure and its name</comment>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>spillway::ui::FindBar</name>
    <message>
        <source>Find in the text</source>
        <translation>Im Text suchen</translation>
    </message>
    <message>
        <source>Previous (Shift+Enter)</source>
        <translation>Vorheriger Treffer (Umschalt+Eingabe)</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>Vorheriger Treffer</translation>
    </message>
    <message>
        <source>Next (Enter)</source>
        <translation>Nächster Treffer (Eingabe)</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Nächster Treffer</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
    <message>
        <source>Close the search</source>
        <translation>Suche schließen</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>Nicht gefunden</translation>
    </message>
    <message numerus="yes">
        <source>%n match(es)</source>
        <translation>
            <numerusform>%n Treffer</numerusform>
            <numerusform>%n Treffer</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>spillway::ui::FirstRequest</name>
    <message>
        <source>Saving the configuration…</source>
        <translation>Konfiguration wird gespeichert…</translation>
    </message>
    <message>
        <source>Starting the proxy…</source>
        <translation>Proxy wird gestartet…</translation>
    </message>
    <message>
        <source>There is no configuration yet.</source>
        <translation>Es gibt noch keine Konfiguration.</translation>
    </message>
    <message>
        <source>There is no node yet. Add one above.</source>
        <translation>Es gibt noch keinen Knoten. Oben lässt sich einer hinzufügen.</translation>
    </message>
    <message>
        <source>Sending %1…</source>
        <translation>%1 wird gesendet…</translation>
    </message>
    <message>
        <source>%1 was answered with an error: %2</source>
        <translation>%1 wurde mit einem Fehler beantwortet: %2</translation>
    </message>
    <message>
        <source>The answer could not be read.</source>
        <translation>Die Antwort war nicht lesbar.</translation>
    </message>
    <message>
        <source>%1 was answered in %2</source>
        <translation>%1 wurde in %2 beantwortet</translation>
    </message>
    <message>
        <source>%1 → %2, %3</source>
        <translation>%1 → %2, %3</translation>
    </message>
    <message numerus="yes">
        <source> after %n attempt(s)</source>
        <translation>
            <numerusform> nach %n Versuch</numerusform>
            <numerusform> nach %n Versuchen</numerusform>
        </translation>
    </message>
    <message>
        <source>: slot %1</source>
        <translation>: Slot %1</translation>
    </message>
    <message>
        <source>Received %1 from %2.</source>
        <translation>%1 von %2 erhalten.</translation>
    </message>
    <message>
        <source>The proxy was stopped before the request was answered.</source>
        <translation>Der Proxy wurde angehalten, bevor die Anfrage beantwortet war.</translation>
    </message>
    <message>
        <source>The proxy is just starting or stopping. Try again in a moment.</source>
        <translation>Der Proxy startet gerade oder hält an. Versuchen Sie es gleich noch einmal.</translation>
    </message>
</context>
<context>
    <name>spillway::ui::FormBinder</name>
    <message>
        <source>Change the %1 of %2</source>
        <translation>%1 von %2 ändern</translation>
    </message>
</context>
<context>
    <name>spillway::ui::GeneralTab</name>
    <message>
        <source>Look</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation>Wie der Desktop</translation>
    </message>
    <message>
        <source>&amp;Language:</source>
        <translation>&amp;Sprache:</translation>
    </message>
    <message>
        <source>&amp;Theme:</source>
        <translation>&amp;Farbschema:</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Tray</source>
        <translation>Kontrollleiste</translation>
    </message>
    <message>
        <source>Show an &amp;icon in the tray</source>
        <translation>S&amp;ymbol in der Kontrollleiste zeigen</translation>
    </message>
    <message>
        <source>Its shape tells the state of the proxy. Some desktops (GNOME) show tray icons only with an extension.</source>
        <translation>Seine Form zeigt den Zustand des Proxys. Einige Desktops (GNOME) zeigen solche Symbole nur mit einer Erweiterung.</translation>
    </message>
    <message>
        <source>Icon &amp;style:</source>
        <translation>S&amp;til des Symbols:</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Light, for a dark panel</source>
        <translation>Hell, für eine dunkle Leiste</translation>
    </message>
    <message>
        <source>Dark, for a light panel</source>
        <translation>Dunkel, für eine helle Leiste</translation>
    </message>
    <message>
        <source>Coloured</source>
        <translation>Farbig</translation>
    </message>
    <message>
        <source>&amp;Closing the window keeps the proxy running</source>
        <translation>Beim Schließen des Fensters läuft der Proxy &amp;weiter</translation>
    </message>
    <message>
        <source>Off: closing the window stops the proxy and quits.</source>
        <translation>Aus: Das Schließen des Fensters stoppt den Proxy und beendet das Programm.</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Start when I lo&amp;g in</source>
        <translation>Beim A&amp;nmelden starten</translation>
    </message>
    <message>
        <source>…without showing the &amp;window</source>
        <translation>…&amp;ohne das Fenster zu zeigen</translation>
    </message>
    <message>
        <source>Start the &amp;proxy together with the program</source>
        <translation>Den Pro&amp;xy zusammen mit dem Programm starten</translation>
    </message>
    <message>
        <source>Starting at login could not be set: %1</source>
        <translation>Der Start beim Anmelden konnte nicht eingerichtet werden: %1</translation>
    </message>
</context>
<context>
    <name>spillway::ui::GetStartedPage</name>
    <message>
        <source>The key is in your keyring.</source>
        <translation>Der Schlüssel ist im Schlüsselbund.</translation>
    </message>
    <message>
        <source>The key is in the file .env beside the configuration.</source>
        <translation>Der Schlüssel steht in der Datei .env neben der Konfiguration.</translation>
    </message>
    <message>
        <source>The key stays in the configuration file.</source>
        <translation>Der Schlüssel bleibt in der Konfigurationsdatei.</translation>
    </message>
    <message>
        <source>Now put the address into your tool. Waiting for its first request…</source>
        <translation>Jetzt die Adresse im eigenen Tool eintragen. Warten auf die erste Anfrage…</translation>
    </message>
    <message>
        <source>Get started</source>
        <translation>Erste Schritte</translation>
    </message>
    <message>
        <source>Three steps from nothing to your first request. Spillway sends nothing anywhere except to the providers you add.</source>
        <translation>In drei Schritten zur ersten Anfrage. Spillway sendet nichts, außer an die hinzugefügten Anbieter.</translation>
    </message>
    <message>
        <source>1  Which chains do your tools use?</source>
        <translation>1  Welche Chains nutzen die Tools?</translation>
    </message>
    <message>
        <source>2  Your providers</source>
        <translation>2  Anbieter</translation>
    </message>
    <message>
        <source>&amp;Paste one or more addresses, one a line. Provider, chain and key are recognised; keys go to your keyring.</source>
        <translation>Eine oder mehrere Adressen einfü&amp;gen, eine je Zeile. Anbieter, Chain und Schlüssel werden erkannt; Schlüssel kommen in den Schlüsselbund.</translation>
    </message>
    <message>
        <source>Addresses of your providers</source>
        <translation>Adressen der Anbieter</translation>
    </message>
    <message>
        <source>&amp;Add</source>
        <translation>&amp;Hinzufügen</translation>
    </message>
    <message>
        <source>&amp;Use free public endpoints</source>
        <translation>Freie öffentliche Adressen n&amp;utzen</translation>
    </message>
    <message>
        <source>Adds endpoints that need no key, for the chains chosen above. They are filled after your own providers.</source>
        <translation>Fügt Adressen hinzu, die keinen Schlüssel brauchen, für die oben gewählten Chains. Sie kommen nach den eigenen Anbietern an die Reihe.</translation>
    </message>
    <message>
        <source>3  Ready</source>
        <translation>3  Fertig</translation>
    </message>
    <message>
        <source>&amp;Copy address</source>
        <translation>Adresse &amp;kopieren</translation>
    </message>
    <message>
        <source>Connect a &amp;tool…</source>
        <translation>&amp;Tool verbinden…</translation>
    </message>
    <message>
        <source>&amp;Start and send a test request</source>
        <translation>&amp;Starten und eine Testanfrage senden</translation>
    </message>
    <message>
        <source>Start when I &amp;log in</source>
        <translation>Beim An&amp;melden starten</translation>
    </message>
    <message>
        <source>Keep &amp;running when the window is closed</source>
        <translation>Weite&amp;rlaufen, wenn das Fenster geschlossen wird</translation>
    </message>
    <message>
        <source>%1 is on the clipboard.</source>
        <translation>%1 ist in der Zwischenablage.</translation>
    </message>
    <message>
        <source>Starting at login could not be set: %1</source>
        <translation>Der Start beim Anmelden konnte nicht eingerichtet werden: %1</translation>
    </message>
    <message numerus="yes">
        <source>%n public endpoint(s) added.</source>
        <translation>
            <numerusform>%n öffentliche Adresse hinzugefügt.</numerusform>
            <numerusform>%n öffentliche Adressen hinzugefügt.</numerusform>
        </translation>
    </message>
    <message>
        <source>The proxy is running.</source>
        <translation>Der Proxy läuft.</translation>
    </message>
    <message>
        <source>Port %1 is free.</source>
        <translation>Port %1 ist frei.</translation>
    </message>
    <message>
        <source>Port %1 cannot be used: another program has it, or it needs more rights.</source>
        <translation>Port %1 ist nicht nutzbar: ein anderes Programm belegt ihn, oder er braucht mehr Rechte.</translation>
    </message>
    <message>
        <source>Port %1 is used by %2.</source>
        <translation>Port %1 wird von %2 benutzt.</translation>
    </message>
    <message>
        <source>&amp;Send a test request</source>
        <translation>Eine &amp;Testanfrage senden</translation>
    </message>
    <message>
        <source>&amp;Open the file</source>
        <translation>Datei ö&amp;ffnen</translation>
    </message>
    <message>
        <source>There is a configuration already, and it must be mended first. %1</source>
        <translation>Es gibt schon eine Konfiguration, und sie muss zuerst in Ordnung gebracht werden. %1</translation>
    </message>
    <message>
        <source>Ticked, but without an address: %1. A chain is set up once you add an address for it or use its free public endpoints.</source>
        <translation>Angekreuzt, aber ohne Adresse: %1. Eine Chain wird eingerichtet, sobald Sie eine Adresse für sie hinzufügen oder ihre freien öffentlichen Adressen nutzen.</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message>
        <source>Not ticked, but used, because there are addresses for it below: %1.</source>
        <translation>Nicht angekreuzt, aber verwendet, weil unten Adressen dafür stehen: %1.</translation>
    </message>
    <message numerus="yes">
        <source>What choosing the chain had done was taken back for %n node(s).</source>
        <translation>
            <numerusform>Was die Wahl der Chain bewirkt hatte, wurde für %n Knoten zurückgenommen.</numerusform>
            <numerusform>Was die Wahl der Chain bewirkt hatte, wurde für %n Knoten zurückgenommen.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>spillway::ui::HeaderBar</name>
    <message>
        <source>Stopped</source>
        <translation>Gestoppt</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Startet…</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Wird gestoppt…</translation>
    </message>
    <message>
        <source>Not running</source>
        <translation>Läuft nicht</translation>
    </message>
    <message>
        <source>Addresses to copy</source>
        <translation>Adressen zum Kopieren</translation>
    </message>
    <message>
        <source>Demo</source>
        <translation>Demo</translation>
    </message>
    <message>
        <source>Made-up nodes on this computer: no key and no network are used.</source>
        <translation>Erfundene Knoten auf diesem Computer: kein Schlüssel und kein Netzwerk wird benutzt.</translation>
    </message>
    <message>
        <source>Open to the network</source>
        <translation>Offen zum Netzwerk</translation>
    </message>
    <message>
        <source>Other computers can reach the proxy. Show the settings of the listener.</source>
        <translation>Andere Computer können den Proxy erreichen. Netzwerkeinstellungen zeigen.</translation>
    </message>
    <message>
        <source>no address yet</source>
        <translation>noch keine Adresse</translation>
    </message>
    <message>
        <source>Address of the proxy: %1</source>
        <translation>Adresse des Proxys: %1</translation>
    </message>
    <message>
        <source>Calls of your tools in the last five seconds</source>
        <translation>Aufrufe der Tools in den letzten fünf Sekunden</translation>
    </message>
    <message>
        <source>p95 %1</source>
        <translation>p95 %1</translation>
    </message>
    <message>
        <source>95 of 100 calls in the last five minutes were answered within this time</source>
        <translation>95 von 100 Aufrufen der letzten fünf Minuten wurden innerhalb dieser Zeit beantwortet</translation>
    </message>
    <message numerus="yes">
        <source>Messages, %n new</source>
        <translation>
            <numerusform>Meldungen, %n neue</numerusform>
            <numerusform>Meldungen, %n neue</numerusform>
        </translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Meldungen</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Connect a &amp;tool…</source>
        <translation>&amp;Tool verbinden…</translation>
    </message>
</context>
<context>
    <name>spillway::ui::Help</name>
    <message>
        <source>en</source>
        <comment>two-letter code of the language of the help pages</comment>
        <translation>de</translation>
    </message>
</context>
<context>
    <name>spillway::ui::HelpPage</name>
    <message>
        <source>Topics</source>
        <translation>Themen</translation>
    </message>
    <message>
        <source>Help text</source>
        <translation>Hilfetext</translation>
    </message>
</context>
<context>
    <name>spillway::ui::ImportDialog</name>
    <message>
        <source>Import %1</source>
        <translation>%1 importieren</translation>
    </message>
    <message>
        <source>%1 was read as a configuration of %2. It would replace the present one; nothing is saved or applied before you do so in the bar at the bottom of the window.</source>
        <translation>%1 wurde als Konfiguration von %2 gelesen. Sie würde die jetzige ersetzen; gespeichert und angewendet wird erst über die Leiste am unteren Rand des Fensters.</translation>
    </message>
    <message>
        <source>What would change</source>
        <translation>Was sich ändern würde</translation>
    </message>
    <message>
        <source>What cannot be kept</source>
        <translation>Was sich nicht übernehmen lässt</translation>
    </message>
    <message>
        <source>Changed lines</source>
        <translation>Geänderte Zeilen</translation>
    </message>
    <message>
        <source>What cannot be kept, or behaves differently</source>
        <translation>Was sich nicht übernehmen lässt oder sich anders verhält</translation>
    </message>
    <message>
        <source>The text</source>
        <translation>Der Text</translation>
    </message>
    <message>
        <source>&amp;Take over</source>
        <translation>&amp;Übernehmen</translation>
    </message>
    <message>
        <source>Only comments or the layout of the text change.</source>
        <translation>Nur Kommentare oder die Gestaltung des Textes ändern sich.</translation>
    </message>
    <message>
        <source>To be mended before it can be applied: %1</source>
        <translation>Vor dem Anwenden zu beheben: %1</translation>
    </message>
    <message>
        <source>Note: %1</source>
        <translation>Hinweis: %1</translation>
    </message>
    <message>
        <source>importing %1</source>
        <translation>Import von %1</translation>
    </message>
</context>
<context>
    <name>spillway::ui::ImportNotes</name>
    <message>
        <source>The key %1 has no counterpart and is left out.</source>
        <translation>Der Schlüssel %1 hat kein Gegenstück und fällt weg.</translation>
    </message>
    <message>
        <source>The key %1 in line %2 has no counterpart and is left out.</source>
        <translation>Der Schlüssel %1 in Zeile %2 hat kein Gegenstück und fällt weg.</translation>
    </message>
    <message>
        <source>The proxy would listen to other computers without asking for a token, as the original did: anybody who reaches %1 can spend your credits. Set a token under Settings, Security, or listen to this computer only.</source>
        <translation>Der Proxy wäre wie das Original für andere Computer ohne Token erreichbar: Wer %1 erreicht, kann die Credits ausgeben. Unter Einstellungen, Sicherheit lässt sich ein Token setzen; oder der Proxy hört nur auf diesen Computer.</translation>
    </message>
    <message>
        <source>Price lists are read from where they were, beside the configuration: keep them there, or move them along.</source>
        <translation>Preislisten werden von dort gelesen, wo sie waren, neben der Konfiguration: dort lassen oder mitnehmen.</translation>
    </message>
    <message>
        <source>The used credits are not taken over. In a terminal, “spillwayd usage import quotas.json --config FILE” does so.</source>
        <translation>Die verbrauchten Credits werden nicht übernommen. Im Terminal tut das „spillwayd usage import quotas.json --config DATEI“.</translation>
    </message>
    <message>
        <source>All nodes are in the same tier. Give the one that is to be used first a lower tier than the others.</source>
        <translation>Alle Knoten sind in derselben Stufe. Der Knoten, der zuerst benutzt werden soll, braucht eine niedrigere Stufe als die anderen.</translation>
    </message>
    <message>
        <source>The address “%1” has no port that can be read; the usual address is used.</source>
        <translation>Die Adresse „%1“ hat keinen lesbaren Port; die übliche Adresse wird benutzt.</translation>
    </message>
    <message>
        <source>The original asked one node only. Spillway tries at least one other node when it fails.</source>
        <translation>Das Original fragte nur einen Knoten. Spillway versucht es bei einem Fehler bei mindestens einem weiteren.</translation>
    </message>
    <message>
        <source>When all nodes are at their limit, Spillway waits for the first that has room again, where the original failed at once.</source>
        <translation>Wenn alle Knoten an ihrer Grenze sind, wartet Spillway auf den ersten, der wieder Platz hat; das Original gab sofort auf.</translation>
    </message>
    <message>
        <source>A rest that a provider asks for is always cut at 300 seconds.</source>
        <translation>Eine Pause, um die ein Anbieter bittet, endet immer nach 300 Sekunden.</translation>
    </message>
    <message>
        <source>The original let every web page read answers. Here only the origins that are listed under Settings, Security may.</source>
        <translation>Das Original ließ jede Webseite Antworten lesen. Hier dürfen das nur die unter Einstellungen, Sicherheit aufgeführten.</translation>
    </message>
    <message>
        <source>The header X-Forwarded-For is believed only from proxies that are listed as trusted; the original believed everybody.</source>
        <translation>Dem Kopf X-Forwarded-For wird nur von Proxys geglaubt, die als vertrauenswürdig aufgeführt sind; das Original glaubte jedem.</translation>
    </message>
    <message>
        <source>The value of %1 cannot be used as it is written and is left out.</source>
        <translation>Der Wert von %1 kann so, wie er dasteht, nicht verwendet werden und fällt weg.</translation>
    </message>
    <message>
        <source>The value of %1 in line %2 cannot be used as it is written and is left out.</source>
        <translation>Der Wert von %1 in Zeile %2 kann so, wie er dasteht, nicht verwendet werden und fällt weg.</translation>
    </message>
    <message>
        <source>In %1, line %2, a $ now stands for a variable. Write $$ where it means itself.</source>
        <translation>In %1, Zeile %2, steht ein $ jetzt für eine Variable. Schreiben Sie $$, wo das Zeichen selbst gemeint ist.</translation>
    </message>
    <message>
        <source>Line %1 holds what is no http:// or https:// address; that is left out.</source>
        <translation>Zeile %1 enthält etwas, das keine Adresse mit http:// oder https:// ist; das fällt weg.</translation>
    </message>
    <message>
        <source>The file has more than one YAML document; only the first is read.</source>
        <translation>Die Datei enthält mehr als ein YAML-Dokument; nur das erste wird gelesen.</translation>
    </message>
    <message>
        <source>Tiers are numbers from 0 to 255: the priorities are numbered anew, in their order.</source>
        <translation>Stufen sind Zahlen von 0 bis 255: Die Prioritäten werden in ihrer Reihenfolge neu nummeriert.</translation>
    </message>
    <message>
        <source>The value of %1 is kept, but must be mended before anything can start.</source>
        <translation>Der Wert von %1 bleibt stehen, muss aber berichtigt werden, bevor etwas starten kann.</translation>
    </message>
    <message>
        <source>Line %1 repeats an address; that is left out.</source>
        <translation>Zeile %1 wiederholt eine Adresse; sie wird weggelassen.</translation>
    </message>
</context>
<context>
    <name>spillway::ui::KeyKeeper</name>
    <message>
        <source>Keyring not available</source>
        <translation>Schlüsselbund nicht verfügbar</translation>
    </message>
    <message>
        <source>Your keyring cannot keep the key.</source>
        <translation>Der Schlüsselbund kann den Schlüssel nicht aufbewahren.</translation>
    </message>
    <message>
        <source>Store in the &amp;file, not encrypted</source>
        <translation>In der &amp;Datei speichern, unverschlüsselt</translation>
    </message>
    <message>
        <source>&amp;Leave it in the configuration</source>
        <translation>In der &amp;Konfiguration lassen</translation>
    </message>
    <message>
        <source>The node was changed meanwhile. The key is kept as %1.</source>
        <translation>Der Knoten wurde inzwischen geändert. Der Schlüssel ist als %1 gespeichert.</translation>
    </message>
    <message>
        <source>Take the key out of the address of %1</source>
        <translation>Schlüssel aus der Adresse von %1 herausnehmen</translation>
    </message>
    <message>
        <source>Key not in the keyring</source>
        <translation>Schlüssel nicht im Schlüsselbund</translation>
    </message>
    <message>
        <source>The keyring was not opened, so it does not have the key.</source>
        <translation>Der Schlüsselbund wurde nicht geöffnet, darum hat er den Schlüssel nicht.</translation>
    </message>
    <message>
        <source>The key can go into the file %1 instead. Only your user account can read that file, but it is not encrypted. Or it stays in the configuration as it is.</source>
        <translation>Der Schlüssel kann stattdessen in die Datei %1. Nur Ihr Benutzerkonto kann diese Datei lesen, aber sie ist nicht verschlüsselt. Oder er bleibt, wie er ist, in der Konfiguration.</translation>
    </message>
    <message>
        <source>It says: %1</source>
        <translation>Er meldet: %1</translation>
    </message>
</context>
<context>
    <name>spillway::ui::LanDialog</name>
    <message>
        <source>I &amp;understand that anyone there can spend my credits</source>
        <translation>Mir ist &amp;klar, dass dort jeder meine Credits ausgeben kann</translation>
    </message>
    <message>
        <source>Open the proxy to the network</source>
        <translation>Proxy zum Netzwerk öffnen</translation>
    </message>
    <message>
        <source>&lt;p&gt;The proxy holds your providers&apos; keys. Other computers could reach it at:&lt;/p&gt;</source>
        <translation>&lt;p&gt;Der Proxy verwahrt die Schlüssel der Anbieter. Andere Computer könnten ihn erreichen unter:&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;p&gt;&lt;i&gt;No network is connected right now.&lt;/i&gt;&lt;/p&gt;</source>
        <translation>&lt;p&gt;&lt;i&gt;Zurzeit ist kein Netzwerk verbunden.&lt;/i&gt;&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;p&gt;They need one of your access tokens.&lt;/p&gt;</source>
        <translation>&lt;p&gt;Sie brauchen eines der Zugriffstoken.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;p&gt;No access token is set: &lt;b&gt;anyone on these networks can spend your credits.&lt;/b&gt;&lt;/p&gt;</source>
        <translation>&lt;p&gt;Es ist kein Zugriffstoken gesetzt: &lt;b&gt;Jeder in diesen Netzwerken kann Credits ausgeben.&lt;/b&gt;&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&amp;Open to the network</source>
        <translation>Zum Netzwerk ö&amp;ffnen</translation>
    </message>
    <message>
        <source>Set a &amp;token first…</source>
        <translation>Zuerst ein &amp;Token setzen…</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
</context>
<context>
    <name>spillway::ui::LegendBar</name>
    <message>
        <source>Hide %1 in the chart</source>
        <translation>%1 im Diagramm ausblenden</translation>
    </message>
    <message>
        <source>Show %1 in the chart</source>
        <translation>%1 im Diagramm zeigen</translation>
    </message>
</context>
<context>
    <name>spillway::ui::LineChart</name>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>vor %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>name, figure</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>No data</source>
        <translation>Keine Daten</translation>
    </message>
    <message>
        <source>Series</source>
        <translation>Reihe</translation>
    </message>
    <message>
        <source>Latest</source>
        <translation>Zuletzt</translation>
    </message>
    <message>
        <source>Least</source>
        <translation>Kleinster Wert</translation>
    </message>
    <message>
        <source>Average</source>
        <translation>Mittelwert</translation>
    </message>
    <message>
        <source>Greatest</source>
        <translation>Höchstwert</translation>
    </message>
    <message>
        <source>%1 %2, at most %3</source>
        <comment>name, latest, greatest</comment>
        <translation>%1 %2, höchstens %3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>name of the marks, how many</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>No data in this time.</source>
        <translation>Keine Daten in dieser Zeit.</translation>
    </message>
</context>
<context>
    <name>spillway::ui::ListenerTab</name>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>This computer only (127.0.0.1)</source>
        <translation>Nur dieser Computer (127.0.0.1)</translation>
    </message>
    <message>
        <source>This computer only, IPv4 and IPv6 (localhost)</source>
        <translation>Nur dieser Computer, IPv4 und IPv6 (localhost)</translation>
    </message>
    <message>
        <source>All networks (0.0.0.0)</source>
        <translation>Alle Netzwerke (0.0.0.0)</translation>
    </message>
    <message>
        <source>Reachable &amp;from:</source>
        <translation>&amp;Erreichbar von:</translation>
    </message>
    <message>
        <source>any free port</source>
        <translation>beliebiger freier Port</translation>
    </message>
    <message>
        <source>the port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>&amp;Port:</source>
        <translation>P&amp;ort:</translation>
    </message>
    <message>
        <source>Addresses for your tools:</source>
        <translation>Adressen für die Tools:</translation>
    </message>
    <message>
        <source>A new address or port counts as soon as you apply it. Requests that are running finish first.</source>
        <translation>Eine neue Adresse oder ein neuer Port gilt sofort nach dem Anwenden. Laufende Anfragen werden zuerst abgeschlossen.</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Offer &amp;metrics for Prometheus at /metrics</source>
        <translation>Messwerte für Prometheus &amp;unter /metrics anbieten</translation>
    </message>
    <message>
        <source>metrics</source>
        <translation>Messwerte</translation>
    </message>
    <message>
        <source>Tell the node, attempts and credits in response &amp;headers</source>
        <translation>Knoten, Versuche und Credits in den Antwort-Headern ne&amp;nnen</translation>
    </message>
    <message>
        <source>response headers</source>
        <translation>Antwort-Header</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Limits</translation>
    </message>
    <message>
        <source>Largest &amp;request:</source>
        <translation>&amp;Größte Anfrage:</translation>
    </message>
    <message>
        <source> KiB</source>
        <translation> KiB</translation>
    </message>
    <message>
        <source>the largest request</source>
        <translation>größte Anfrage</translation>
    </message>
    <message>
        <source>Calls in a &amp;batch:</source>
        <translation>Aufrufe in einem &amp;Stapel:</translation>
    </message>
    <message>
        <source>the largest batch</source>
        <translation>größter Stapel</translation>
    </message>
    <message>
        <source>Calls at &amp;once:</source>
        <translation>Au&amp;frufe zugleich:</translation>
    </message>
    <message>
        <source>calls at once</source>
        <translation>Aufrufe zugleich</translation>
    </message>
    <message>
        <source>&amp;Connections:</source>
        <translation>&amp;Verbindungen:</translation>
    </message>
    <message>
        <source>connections</source>
        <translation>Verbindungen</translation>
    </message>
    <message>
        <source>Add an access token under Security, then open the proxy to the network.</source>
        <translation>Zuerst unter „Sicherheit“ ein Zugriffstoken hinzufügen, dann den Proxy zum Netzwerk öffnen.</translation>
    </message>
    <message>
        <source>changing the address</source>
        <translation>Änderung der Adresse</translation>
    </message>
    <message>
        <source>The proxy is listening there.</source>
        <translation>Dort ist der Proxy erreichbar.</translation>
    </message>
    <message>
        <source>Any free port, another one at each start.</source>
        <translation>Ein beliebiger freier Port, bei jedem Start ein anderer.</translation>
    </message>
    <message>
        <source>Port %1 is free.</source>
        <translation>Port %1 ist frei.</translation>
    </message>
    <message>
        <source>Port %1 is used by another program.</source>
        <translation>Port %1 wird von einem anderen Programm benutzt.</translation>
    </message>
    <message>
        <source>Port %1 is used by %2.</source>
        <translation>Port %1 wird von %2 benutzt.</translation>
    </message>
    <message>
        <source>%1 is free.</source>
        <translation>%1 ist frei.</translation>
    </message>
    <message>
        <source>This port needs administrator rights; use 1024 or higher.</source>
        <translation>Dieser Port braucht Administratorrechte; besser 1024 oder höher wählen.</translation>
    </message>
    <message>
        <source>This computer has no such address.</source>
        <translation>Dieser Computer hat keine solche Adresse.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>known once the proxy runs</source>
        <translation>erst bekannt, wenn der Proxy läuft</translation>
    </message>
</context>
<context>
    <name>spillway::ui::LogModel</name>
    <message>
        <source>trace</source>
        <comment>level of a log line</comment>
        <translation>Ablauf</translation>
    </message>
    <message>
        <source>debug</source>
        <comment>level of a log line</comment>
        <translation>Debug</translation>
    </message>
    <message>
        <source>info</source>
        <comment>level of a log line</comment>
        <translation>Info</translation>
    </message>
    <message>
        <source>warning</source>
        <comment>level of a log line</comment>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>error</source>
        <comment>level of a log line</comment>
        <translation>Fehler</translation>
    </message>
</context>
<context>
    <name>spillway::ui::LogPage</name>
    <message>
        <source>Filter lines</source>
        <translation>Zeilen filtern</translation>
    </message>
    <message>
        <source>&amp;Follow</source>
        <translation>&amp;Mitlaufen</translation>
    </message>
    <message>
        <source>Keep the newest line in view</source>
        <translation>Die neueste Zeile im Blick behalten</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Copy the selected lines, or all that are shown</source>
        <translation>Die gewählten Zeilen kopieren, sonst alle gezeigten</translation>
    </message>
    <message>
        <source>&amp;Save…</source>
        <translation>&amp;Speichern…</translation>
    </message>
    <message>
        <source>C&amp;lear</source>
        <translation>&amp;Leeren</translation>
    </message>
    <message>
        <source>Empty this list; nothing else is deleted</source>
        <translation>Leert diese Liste; sonst wird nichts gelöscht</translation>
    </message>
    <message>
        <source>&amp;Pattern</source>
        <translation>M&amp;uster</translation>
    </message>
    <message>
        <source>Read the filter as a regular expression</source>
        <translation>Den Filter als regulären Ausdruck lesen</translation>
    </message>
    <message>
        <source>S&amp;how</source>
        <translation>&amp;Zeigen</translation>
    </message>
    <message>
        <source>&amp;Write</source>
        <translation>Sch&amp;reiben</translation>
    </message>
    <message>
        <source>Lines of the log</source>
        <translation>Zeilen des Protokolls</translation>
    </message>
    <message>
        <source>all lines</source>
        <translation>alle Zeilen</translation>
    </message>
    <message>
        <source>debug and above</source>
        <translation>ab Debug</translation>
    </message>
    <message>
        <source>info and above</source>
        <translation>ab Info</translation>
    </message>
    <message>
        <source>warnings and errors</source>
        <translation>Warnungen und Fehler</translation>
    </message>
    <message>
        <source>errors</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>everything (trace)</source>
        <translation>alles (Ablauf)</translation>
    </message>
    <message>
        <source>errors only</source>
        <translation>nur Fehler</translation>
    </message>
    <message>
        <source>No line fits the filter</source>
        <translation>Keine Zeile passt zum Filter</translation>
    </message>
    <message numerus="yes">
        <source>%n lines are hidden by it.</source>
        <translation>
            <numerusform>Er blendet %n Zeile aus.</numerusform>
            <numerusform>Er blendet %n Zeilen aus.</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing logged yet</source>
        <translation>Noch nichts protokolliert</translation>
    </message>
    <message>
        <source>Lines show up here as Spillway writes them.</source>
        <translation>Hier erscheinen Zeilen, sobald Spillway sie schreibt.</translation>
    </message>
    <message>
        <source>Save log</source>
        <translation>Protokoll speichern</translation>
    </message>
    <message>
        <source>Log files (*.log *.txt)</source>
        <translation>Protokolldateien (*.log *.txt)</translation>
    </message>
    <message>
        <source>Saved %1.</source>
        <translation>%1 gespeichert.</translation>
    </message>
    <message>
        <source>%1 could not be written: %2</source>
        <translation>%1 konnte nicht geschrieben werden: %2</translation>
    </message>
    <message>
        <source>What is written from now on</source>
        <translation>Was ab jetzt geschrieben wird</translation>
    </message>
</context>
<context>
    <name>spillway::ui::LogProxy</name>
    <message>
        <source>%1, at character %2</source>
        <translation>%1, bei Zeichen %2</translation>
    </message>
</context>
<context>
    <name>spillway::ui::MainWindow</name>
    <message numerus="yes">
        <source>%n node(s) cannot serve now</source>
        <translation>
            <numerusform>%n Knoten ist zurzeit nicht nutzbar</numerusform>
            <numerusform>%n Knoten sind zurzeit nicht nutzbar</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n error(s) in the configuration</source>
        <translation>
            <numerusform>%n Fehler in der Konfiguration</numerusform>
            <numerusform>%n Fehler in der Konfiguration</numerusform>
        </translation>
    </message>
    <message>
        <source>Spillway demo</source>
        <translation>Spillway-Demo</translation>
    </message>
    <message>
        <source>Spillway</source>
        <translation>Spillway</translation>
    </message>
    <message>
        <source>%1[*] – %2</source>
        <translation>%1[*] – %2</translation>
    </message>
    <message>
        <source>%1 is on the clipboard.</source>
        <translation>%1 ist in der Zwischenablage.</translation>
    </message>
    <message>
        <source>Discard changes</source>
        <translation>Änderungen verwerfen</translation>
    </message>
    <message>
        <source>Go back to the configuration as it is saved? You can still undo this.</source>
        <translation>Zur gespeicherten Konfiguration zurückkehren? Das lässt sich noch rückgängig machen.</translation>
    </message>
    <message numerus="yes">
        <source>&amp;Discard %n change(s)</source>
        <translation>
            <numerusform>%n Änderung &amp;verwerfen</numerusform>
            <numerusform>%n Änderungen &amp;verwerfen</numerusform>
        </translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>Nicht gespeicherte Änderungen</translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) were not applied yet.</source>
        <translation>
            <numerusform>%n Änderung wurde noch nicht angewendet.</numerusform>
            <numerusform>%n Änderungen wurden noch nicht angewendet.</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Apply and go on</source>
        <translation>&amp;Anwenden und fortfahren</translation>
    </message>
    <message>
        <source>&amp;Discard</source>
        <translation>&amp;Verwerfen</translation>
    </message>
    <message>
        <source>Changed by another program</source>
        <translation>Von einem anderen Programm geändert</translation>
    </message>
    <message>
        <source>Lines that differ from yours</source>
        <translation>Zeilen, die von den eigenen abweichen</translation>
    </message>
    <message>
        <source>Import a configuration</source>
        <translation>Konfiguration importieren</translation>
    </message>
    <message>
        <source>%1 was imported. Review it, then apply.</source>
        <translation>%1 wurde importiert. Jetzt prüfen, dann anwenden.</translation>
    </message>
    <message>
        <source>Configurations and lists of addresses (*.toml *.yaml *.yml *.txt);;All files (*)</source>
        <translation>Konfigurationen und Adresslisten (*.toml *.yaml *.yml *.txt);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Go over to the file as the other program wrote it? It is applied at once. You can still undo this.</source>
        <translation>Zu der Datei übergehen, wie das andere Programm sie geschrieben hat? Sie wird sofort angewendet. Sie können das noch rückgängig machen.</translation>
    </message>
    <message>
        <source>They cannot be applied: there are problems to mend first. Go on editing, or discard the changes.</source>
        <translation>Sie können nicht angewendet werden: Zuerst sind Probleme zu beheben. Bearbeiten Sie weiter, oder verwerfen Sie die Änderungen.</translation>
    </message>
    <message>
        <source>&amp;Keep editing</source>
        <translation>&amp;Weiter bearbeiten</translation>
    </message>
    <message>
        <source>Re&amp;view…</source>
        <translation>Prü&amp;fen…</translation>
    </message>
</context>
<context>
    <name>spillway::ui::MessageCenter</name>
    <message>
        <source>Messages</source>
        <translation>Meldungen</translation>
    </message>
    <message>
        <source>%1  %2</source>
        <translation>%1  %2</translation>
    </message>
    <message>
        <source>&amp;Clear the list</source>
        <translation>&amp;Liste leeren</translation>
    </message>
    <message>
        <source>&amp;Choose what is shown…</source>
        <translation>&amp;Auswählen, was gemeldet wird…</translation>
    </message>
    <message>
        <source>No messages</source>
        <translation>Keine Meldungen</translation>
    </message>
</context>
<context>
    <name>spillway::ui::NavigationList</name>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
</context>
<context>
    <name>spillway::ui::NodeAdvanced</name>
    <message>
        <source>WebSocket address</source>
        <translation>WebSocket-Adresse</translation>
    </message>
    <message>
        <source>allowed methods</source>
        <translation>erlaubte Methoden</translation>
    </message>
    <message>
        <source>denied methods</source>
        <translation>verbotene Methoden</translation>
    </message>
    <message>
        <source>cooldown</source>
        <translation>Abkühlzeit</translation>
    </message>
    <message>
        <source>certificate file</source>
        <translation>Zertifikatsdatei</translation>
    </message>
    <message>
        <source>batch size</source>
        <translation>Stapelgröße</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <source>soft limit</source>
        <translation>weiches Limit</translation>
    </message>
    <message>
        <source>&amp;WebSocket</source>
        <translation>&amp;WebSocket</translation>
    </message>
    <message>
        <source>A&amp;uthentication</source>
        <translation>A&amp;uthentifizierung</translation>
    </message>
    <message>
        <source>Head&amp;ers</source>
        <translation>Head&amp;er</translation>
    </message>
    <message>
        <source>All&amp;owed methods</source>
        <translation>Erlaubte Meth&amp;oden</translation>
    </message>
    <message>
        <source>Denied methods</source>
        <translation>Verbotene Methoden</translation>
    </message>
    <message>
        <source>Cooldown, ms</source>
        <translation>Abkühlzeit, ms</translation>
    </message>
    <message>
        <source>Certificates</source>
        <translation>Zertifikate</translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation>Stapelgröße</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <source>Soft limit</source>
        <translation>Weiches Limit</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Key in the address</source>
        <translation>Schlüssel in der Adresse</translation>
    </message>
    <message>
        <source>Header</source>
        <translation>Header</translation>
    </message>
    <message>
        <source>Bearer token</source>
        <translation>Bearer-Token</translation>
    </message>
    <message>
        <source>Header name</source>
        <translation>Name des Headers</translation>
    </message>
    <message>
        <source>Secret or $VARIABLE</source>
        <translation>Geheimnis oder $VARIABLE</translation>
    </message>
    <message>
        <source>Secret</source>
        <translation>Geheimnis</translation>
    </message>
    <message>
        <source>Show the secret</source>
        <translation>Geheimnis zeigen</translation>
    </message>
    <message>
        <source>Without it no WebSocket is opened and heads are polled.</source>
        <translation>Ohne sie wird kein WebSocket geöffnet, und neue Blöcke werden regelmäßig abgefragt.</translation>
    </message>
    <message>
        <source>Fill in</source>
        <translation>Eintragen</translation>
    </message>
    <message>
        <source>Sent with each request, one a line.</source>
        <translation>Wird mit jeder Anfrage gesendet, je Zeile einer.</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Names or beginnings such as debug_*, with commas.</source>
        <translation>Namen oder Anfänge wie debug_*, durch Kommas getrennt.</translation>
    </message>
    <message>
        <source>How long the node rests after a rate limit that names no time.</source>
        <translation>Wie lange der Knoten nach einem Ratenlimit pausiert, das keine Zeit nennt.</translation>
    </message>
    <message>
        <source>those of the system</source>
        <translation>die des Systems</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Auswählen…</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>kein Limit</translation>
    </message>
    <message>
        <source>1: the node gets single calls only.</source>
        <translation>1: Der Knoten bekommt nur einzelne Aufrufe.</translation>
    </message>
    <message>
        <source>Share within its tier when the balance is weighted.</source>
        <translation>Anteil innerhalb der Stufe, wenn nach Gewicht verteilt wird.</translation>
    </message>
    <message>
        <source>With so many open requests it is the last choice.</source>
        <translation>Bei so vielen offenen Anfragen wird er zuletzt gewählt.</translation>
    </message>
    <message>
        <source>Change the authentication of %1</source>
        <translation>Authentifizierung von %1 ändern</translation>
    </message>
    <message>
        <source>Change the headers of %1</source>
        <translation>Header von %1 ändern</translation>
    </message>
    <message>
        <source>Choose a file with certificates</source>
        <translation>Datei mit Zertifikaten auswählen</translation>
    </message>
    <message>
        <source>Certificates (*.pem *.crt *.cer);;All files (*)</source>
        <translation>Zertifikate (*.pem *.crt *.cer);;Alle Dateien (*)</translation>
    </message>
</context>
<context>
    <name>spillway::ui::NodeCard</name>
    <message>
        <source>Test</source>
        <translation>Testen</translation>
    </message>
    <message>
        <source>Plan of %1</source>
        <translation>Tarif von %1</translation>
    </message>
    <message>
        <source>Test %1</source>
        <translation>%1 testen</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>%1 entfernen</translation>
    </message>
    <message>
        <source>%1 was removed.</source>
        <translation>%1 wurde entfernt.</translation>
    </message>
    <message>
        <source>Testing…</source>
        <translation>Test läuft…</translation>
    </message>
    <message>
        <source>Choose your plan</source>
        <translation>Tarif wählen</translation>
    </message>
    <message>
        <source>As published on %1</source>
        <translation>Wie am %1 veröffentlicht</translation>
    </message>
    <message>
        <source>Change the chain to %1</source>
        <translation>Chain auf %1 ändern</translation>
    </message>
    <message>
        <source>changing the chain of %1</source>
        <translation>Chain von %1 ändern</translation>
    </message>
</context>
<context>
    <name>spillway::ui::NodeForm</name>
    <message>
        <source>tier</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>request rate</source>
        <translation>Anfragerate</translation>
    </message>
    <message>
        <source>burst</source>
        <translation>Spitze</translation>
    </message>
    <message>
        <source>limit at a time</source>
        <translation>Limit gleichzeitiger Anfragen</translation>
    </message>
    <message>
        <source>monthly limit</source>
        <translation>Monatslimit</translation>
    </message>
    <message>
        <source>reset day</source>
        <translation>Stichtag</translation>
    </message>
    <message>
        <source>&amp;Address</source>
        <translation>&amp;Adresse</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>C&amp;hain</source>
        <translation>C&amp;hain</translation>
    </message>
    <message>
        <source>&amp;Plan</source>
        <translation>&amp;Tarif</translation>
    </message>
    <message>
        <source>T&amp;ier</source>
        <translation>Stu&amp;fe</translation>
    </message>
    <message>
        <source>&amp;Requests/s</source>
        <translation>Anfra&amp;gen/s</translation>
    </message>
    <message>
        <source>&amp;Burst</source>
        <translation>Spit&amp;ze</translation>
    </message>
    <message>
        <source>Monthly &amp;limit</source>
        <translation>Monats&amp;limit</translation>
    </message>
    <message>
        <source>Resets on &amp;day</source>
        <translation>Sti&amp;chtag</translation>
    </message>
    <message>
        <source>Price li&amp;st</source>
        <translation>P&amp;reisliste</translation>
    </message>
    <message>
        <source>&amp;Keep it in the keyring</source>
        <translation>Im &amp;Schlüsselbund aufbewahren</translation>
    </message>
    <message>
        <source>Leave it in the file</source>
        <translation>In der Datei lassen</translation>
    </message>
    <message>
        <source>Keep the used credits</source>
        <translation>Verbrauchte Credits behalten</translation>
    </message>
    <message>
        <source>Start from zero</source>
        <translation>Bei null beginnen</translation>
    </message>
    <message>
        <source>unlimited</source>
        <translation>unbegrenzt</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>kein Limit</translation>
    </message>
    <message>
        <source>Credits that your plan has for a month. 10M stands for ten million.</source>
        <translation>Credits, die der Tarif pro Monat enthält. 10M steht für zehn Millionen.</translation>
    </message>
    <message>
        <source>The lowest tier is filled first.</source>
        <translation>Die niedrigste Stufe wird zuerst gefüllt.</translation>
    </message>
    <message>
        <source>Requests that may be open at this node at the same time; it is passed over when they are.</source>
        <translation>Anfragen, die an diesem Knoten gleichzeitig offen sein dürfen; sind es so viele, wird er übergangen.</translation>
    </message>
    <message>
        <source>Requests that may go at once after a quiet moment; as many as in a second when empty.</source>
        <translation>Anfragen, die nach einer ruhigen Zeit auf einmal gesendet werden dürfen; leer: so viele wie in einer Sekunde.</translation>
    </message>
    <message>
        <source>&amp;Edit…</source>
        <translation>&amp;Bearbeiten…</translation>
    </message>
    <message>
        <source>Ad&amp;vanced</source>
        <translation>Er&amp;weitert</translation>
    </message>
    <message>
        <source>&amp;Test connection</source>
        <translation>&amp;Verbindung testen</translation>
    </message>
    <message>
        <source>Asks the node four harmless questions. They count in your quota.</source>
        <translation>Stellt dem Knoten vier harmlose Fragen. Sie zählen zum Kontingent.</translation>
    </message>
    <message>
        <source>Change the address of %1</source>
        <translation>Adresse von %1 ändern</translation>
    </message>
    <message>
        <source>This looks like a key without an address. Paste the whole address that your provider shows beside the key.</source>
        <translation>Das sieht nach einem Schlüssel ohne Adresse aus. Bitte die ganze Adresse einfügen, die der Anbieter neben dem Schlüssel zeigt.</translation>
    </message>
    <message>
        <source>Move %1 to %2</source>
        <translation>%1 nach %2 verschieben</translation>
    </message>
    <message>
        <source>Use the plan %1 for %2</source>
        <translation>Tarif %1 für %2 verwenden</translation>
    </message>
    <message>
        <source>Choose a price list</source>
        <translation>Preisliste auswählen</translation>
    </message>
    <message>
        <source>Price lists (*.toml)</source>
        <translation>Preislisten (*.toml)</translation>
    </message>
    <message>
        <source>price list</source>
        <translation>Preisliste</translation>
    </message>
    <message>
        <source>Node without a name</source>
        <translation>Knoten ohne Namen</translation>
    </message>
    <message>
        <source>A node on this computer or network</source>
        <translation>Ein Knoten auf diesem Computer oder im Netzwerk</translation>
    </message>
    <message>
        <source>No provider that Spillway knows. Check that the chain below is right.</source>
        <translation>Kein Anbieter, den Spillway kennt. Bitte prüfen, ob die Chain unten stimmt.</translation>
    </message>
    <message>
        <source>The key is in your keyring.</source>
        <translation>Der Schlüssel ist im Schlüsselbund.</translation>
    </message>
    <message>
        <source>The key comes from the variable %1.</source>
        <translation>Der Schlüssel kommt aus der Variablen %1.</translation>
    </message>
    <message>
        <source>The address holds your key. In the keyring it is safe from other eyes; the file then only refers to it.</source>
        <translation>Die Adresse enthält den Schlüssel. Im Schlüsselbund ist er vor fremden Blicken sicher; die Datei verweist dann nur auf ihn.</translation>
    </message>
    <message>
        <source>%1 (will be added)</source>
        <translation>%1 (neu)</translation>
    </message>
    <message>
        <source>Choose to fill in its limits</source>
        <translation>Auswählen, um die Limits einzutragen</translation>
    </message>
    <message>
        <source>As %1 published them on %2.</source>
        <translation>So hat %1 sie am %2 veröffentlicht.</translation>
    </message>
    <message>
        <source>Every call costs 1</source>
        <translation>Jeder Aufruf kostet 1</translation>
    </message>
    <message>
        <source>%1 (shipped)</source>
        <translation>%1 (mitgeliefert)</translation>
    </message>
    <message>
        <source>Another file…</source>
        <translation>Andere Datei…</translation>
    </message>
    <message>
        <source>Stops at %1 %: %2 credits.</source>
        <translation>Stopp bei %1 %: %2 Credits.</translation>
    </message>
    <message>
        <source>Credits are counted, but nothing stops the node.</source>
        <translation>Credits werden gezählt, aber nichts stoppt den Knoten.</translation>
    </message>
    <message>
        <source>Next: %1, 00:00 UTC.</source>
        <translation>Nächster: %1, 00:00 UTC.</translation>
    </message>
    <message>
        <source>“%1” has used %2 credits in this period. What shall “%3” begin with?</source>
        <translation>„%1“ hat in diesem Zeitraum %2 Credits verbraucht. Womit soll „%3“ beginnen?</translation>
    </message>
    <message>
        <source>Cancel &amp;test</source>
        <translation>T&amp;est abbrechen</translation>
    </message>
    <message>
        <source>Asking the node…</source>
        <translation>Der Knoten wird gefragt…</translation>
    </message>
    <message>
        <source>&amp;Change the chain to %1</source>
        <translation>Chain auf %1 &amp;ändern</translation>
    </message>
    <message>
        <source>The key of %1 is in your keyring.</source>
        <translation>Der Schlüssel von %1 ist im Schlüsselbund.</translation>
    </message>
    <message>
        <source>The key of %1 is in the file .env beside the configuration.</source>
        <translation>Der Schlüssel von %1 steht in der Datei .env neben der Konfiguration.</translation>
    </message>
    <message>
        <source>&amp;Max. in flight</source>
        <translation>&amp;Höchstens offen</translation>
    </message>
    <message>
        <source>&amp;Change the chain</source>
        <translation>&amp;Chain ändern</translation>
    </message>
    <message>
        <source>learning of the rate</source>
        <translation>Lernen der Rate</translation>
    </message>
    <message>
        <source>Learn the rate from refusals</source>
        <translation>Rate aus Ablehnungen lernen</translation>
    </message>
    <message>
        <source>Each second with a refusal lowers the rate a little, quiet ones raise it again, never above the figure that is set.</source>
        <translation>Jede Sekunde mit einer Ablehnung senkt die Rate ein wenig, ruhige heben sie wieder, nie über den eingestellten Wert.</translation>
    </message>
    <message>
        <source>This node was found to take about %1 requests per second; you have set %2.</source>
        <translation>Dieser Knoten nimmt nach den bisherigen Ablehnungen etwa %1 Anfragen pro Sekunde an; eingestellt sind %2.</translation>
    </message>
    <message>
        <source>This node was found to take about %1 requests per second.</source>
        <translation>Dieser Knoten nimmt nach den bisherigen Ablehnungen etwa %1 Anfragen pro Sekunde an.</translation>
    </message>
    <message>
        <source>St&amp;ore %1</source>
        <comment>requests per second</comment>
        <translation>%1 &amp;übernehmen</translation>
    </message>
    <message>
        <source>Store the learned rate</source>
        <translation>Gelernte Rate speichern</translation>
    </message>
</context>
<context>
    <name>spillway::ui::NodeTester</name>
    <message>
        <source>the node has no address</source>
        <translation>der Knoten hat keine Adresse</translation>
    </message>
    <message>
        <source>Not complete</source>
        <translation>Unvollständig</translation>
    </message>
    <message>
        <source>The node cannot be tested yet: %1</source>
        <translation>Der Knoten kann noch nicht getestet werden: %1</translation>
    </message>
    <message>
        <source>This is Spillway&apos;s own address; it would forward to itself.</source>
        <translation>Das ist Spillways eigene Adresse; es würde an sich selbst weiterleiten.</translation>
    </message>
    <message>
        <source>“%1” already uses this address or key. Both would count the same quota.</source>
        <translation>„%1“ benutzt diese Adresse oder diesen Schlüssel schon. Beide würden dasselbe Kontingent zählen.</translation>
    </message>
</context>
<context>
    <name>spillway::ui::NodesDelegate</name>
    <message>
        <source>Tier</source>
        <translation>Stufe</translation>
    </message>
</context>
<context>
    <name>spillway::ui::NodesModel</name>
    <message>
        <source>The lowest tier is filled first; the next one takes what it cannot.</source>
        <translation>Die niedrigste Stufe wird zuerst gefüllt; die nächste übernimmt, was sie nicht schafft.</translation>
    </message>
    <message>
        <source>Moving average over answers that clients got. A dash: nobody has asked this node yet.</source>
        <translation>Gleitender Mittelwert der Antworten, die Clients bekamen. Ein Strich: Diesen Knoten hat noch niemand gefragt.</translation>
    </message>
    <message>
        <source>On</source>
        <translation>Ein</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Chain</source>
        <translation>Chain</translation>
    </message>
    <message>
        <source>Tier</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Requests/s</source>
        <translation>Anfragen/s</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>Latenz</translation>
    </message>
    <message>
        <source>Quota used</source>
        <translation>Kontingent verbraucht</translation>
    </message>
    <message>
        <source>In flight</source>
        <translation>Laufend</translation>
    </message>
    <message>
        <source>Last error</source>
        <translation>Letzter Fehler</translation>
    </message>
    <message>
        <source>Connection test</source>
        <translation>Verbindungstest</translation>
    </message>
    <message>
        <source>%1 is on</source>
        <translation>%1 ist eingeschaltet</translation>
    </message>
    <message>
        <source>%1 is off</source>
        <translation>%1 ist ausgeschaltet</translation>
    </message>
    <message>
        <source>Needs attention</source>
        <translation>Bitte prüfen</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Not applied yet</source>
        <translation>Noch nicht angewendet</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Gestoppt</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>state, remaining time</comment>
        <translation>%1, endet in %2</translation>
    </message>
    <message>
        <source>%1, %2 of %3</source>
        <translation>%1, %2 von %3</translation>
    </message>
    <message>
        <source>On after Apply</source>
        <translation>Ein nach dem Anwenden</translation>
    </message>
    <message>
        <source>This node cannot be used as it is: %1</source>
        <translation>Dieser Knoten kann so nicht benutzt werden: %1</translation>
    </message>
    <message>
        <source>Switched off. It gets no requests; its counters are kept.</source>
        <translation>Ausgeschaltet. Er bekommt keine Anfragen; seine Zähler bleiben erhalten.</translation>
    </message>
    <message>
        <source>The running proxy does not have this node yet. Apply the changes to use it.</source>
        <translation>Der laufende Proxy kennt diesen Knoten noch nicht. Er wird nach dem Anwenden der Änderungen benutzt.</translation>
    </message>
    <message>
        <source>The proxy does not run.</source>
        <translation>Der Proxy läuft nicht.</translation>
    </message>
    <message>
        <source>Works. It gets one request at a time until it has answered one.</source>
        <translation>Funktioniert. Er bekommt eine Anfrage nach der anderen, bis er eine beantwortet hat.</translation>
    </message>
    <message>
        <source>Works.</source>
        <translation>Funktioniert.</translation>
    </message>
    <message>
        <source>Nobody has asked this node yet. It gets requests like the others of its tier.</source>
        <translation>Diesen Knoten hat noch niemand gefragt. Er bekommt Anfragen wie die anderen seiner Stufe.</translation>
    </message>
    <message>
        <source>Penalised until %1. %2 Its first good answer clears this.</source>
        <translation>Gesperrt bis %1. %2 Seine erste gute Antwort hebt das auf.</translation>
    </message>
    <message>
        <source>The provider limits it until %1. %2 Requests go to the other nodes meanwhile.</source>
        <translation>Der Anbieter drosselt ihn bis %1. %2 Anfragen gehen inzwischen an die anderen Knoten.</translation>
    </message>
    <message>
        <source>Left alone until %1. %2 Check its key and plan, then clear the penalty.</source>
        <translation>Zurückgestellt bis %1. %2 Schlüssel und Tarif prüfen, dann die Sperre aufheben.</translation>
    </message>
    <message numerus="yes">
        <source>All %n of its requests at a time are taken. It goes on as soon as one is answered.</source>
        <translation>
            <numerusform>Seine %n gleichzeitige Anfrage ist vergeben. Er macht weiter, sobald sie beantwortet ist.</numerusform>
            <numerusform>Alle seine %n gleichzeitigen Anfragen sind vergeben. Er macht weiter, sobald eine beantwortet ist.</numerusform>
        </translation>
    </message>
    <message>
        <source>It has used the credits that may be spent. It comes back on %1.</source>
        <translation>Die Credits, die ausgegeben werden dürfen, sind verbraucht. Er kommt am %1 zurück.</translation>
    </message>
    <message>
        <source>Left out: it is behind its chain. %1 It comes back by itself.</source>
        <translation>Ausgelassen: Der Knoten hängt hinter seiner Chain zurück. %1 Er kommt von selbst wieder.</translation>
    </message>
    <message>
        <source>Left out: it catches up with its chain. %1 It comes back by itself.</source>
        <translation>Ausgelassen: Der Knoten holt seine Chain erst noch auf. %1 Er kommt von selbst wieder.</translation>
    </message>
    <message>
        <source>Left out: it is not on the same chain as the others. %1 If it stays out, check its URL and its chain.</source>
        <translation>Ausgelassen: Der Knoten ist nicht auf derselben Chain wie die anderen. %1 Bleibt er außen vor, prüfen Sie seine URL und seine Chain.</translation>
    </message>
    <message>
        <source>Off in the running proxy; on after Apply.</source>
        <translation>Im laufenden Proxy aus; nach dem Anwenden ein.</translation>
    </message>
    <message>
        <source>%1, at %2</source>
        <translation>%1, um %2</translation>
    </message>
    <message>
        <source>%1 credits used in this period; the node has no limit.</source>
        <translation>%1 Credits in diesem Zeitraum verbraucht; der Knoten hat kein Limit.</translation>
    </message>
    <message>
        <source>%1 of %2 credits used. The node stops at %3. The period ends on %4.</source>
        <translation>%1 von %2 Credits verbraucht. Der Knoten stoppt bei %3. Am %4 endet der Zeitraum.</translation>
    </message>
    <message>
        <source>%1/%2</source>
        <comment>requests in flight, the most there may be</comment>
        <translation>%1/%2</translation>
    </message>
    <message>
        <source>%1 · no limit</source>
        <translation>%1 · kein Limit</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>share of the quota, day of the reset</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Works. It answers in %1 on average.</source>
        <translation>Funktioniert. Antwortet im Mittel nach %1.</translation>
    </message>
    <message>
        <source>Found to take about %1 requests per second; its limit is %2.</source>
        <translation>Nimmt nach den bisherigen Ablehnungen etwa %1 Anfragen pro Sekunde an; sein Limit ist %2.</translation>
    </message>
    <message>
        <source>Found to take about %1 requests per second; it has no limit.</source>
        <translation>Nimmt nach den bisherigen Ablehnungen etwa %1 Anfragen pro Sekunde an; er hat kein Limit.</translation>
    </message>
    <message>
        <source>Tested</source>
        <comment>result of the connection test</comment>
        <translation>Getestet</translation>
    </message>
</context>
<context>
    <name>spillway::ui::NodesPage</name>
    <message>
        <source>Testing…</source>
        <translation>Test läuft…</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n node(s) passed the connection test.</source>
        <translation>
            <numerusform>%1 von %n Knoten hat den Verbindungstest bestanden.</numerusform>
            <numerusform>%1 von %n Knoten haben den Verbindungstest bestanden.</numerusform>
        </translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>%1 removed.</source>
        <translation>%1 entfernt.</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) removed.</source>
        <translation>
            <numerusform>%n Knoten entfernt.</numerusform>
            <numerusform>%n Knoten entfernt.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 gets requests again.</source>
        <translation>%1 bekommt wieder Anfragen.</translation>
    </message>
    <message>
        <source>Switch &amp;on</source>
        <translation>&amp;Einschalten</translation>
    </message>
    <message>
        <source>Switch &amp;off</source>
        <translation>&amp;Ausschalten</translation>
    </message>
    <message>
        <source>&amp;Add node</source>
        <translation>&amp;Knoten hinzufügen</translation>
    </message>
    <message>
        <source>Add a node (%1)</source>
        <translation>Knoten hinzufügen (%1)</translation>
    </message>
    <message>
        <source>&amp;Duplicate</source>
        <translation>&amp;Duplizieren</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>Entfe&amp;rnen</translation>
    </message>
    <message>
        <source>Re&amp;name</source>
        <translation>&amp;Umbenennen</translation>
    </message>
    <message>
        <source>&amp;Test</source>
        <translation>&amp;Testen</translation>
    </message>
    <message>
        <source>Test the connection (%1)</source>
        <translation>Verbindung testen (%1)</translation>
    </message>
    <message>
        <source>Test a&amp;ll</source>
        <translation>A&amp;lle testen</translation>
    </message>
    <message>
        <source>Move to the tier &amp;before</source>
        <translation>In die Stufe da&amp;vor verschieben</translation>
    </message>
    <message>
        <source>Move to the tier be&amp;hind</source>
        <translation>In die Stufe da&amp;hinter verschieben</translation>
    </message>
    <message>
        <source>&amp;Clear the penalty</source>
        <translation>&amp;Sperre aufheben</translation>
    </message>
    <message>
        <source>Set &amp;used credits…</source>
        <translation>Verbrauchte &amp;Credits setzen…</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>More actions</source>
        <translation>Weitere Aktionen</translation>
    </message>
    <message>
        <source>Filter by name, chain, state …</source>
        <translation>Filter: Name, Chain, Zustand …</translation>
    </message>
    <message>
        <source>No nodes yet</source>
        <translation>Noch keine Knoten</translation>
    </message>
    <message>
        <source>A node is an address that your provider gave you. Paste one, and Spillway fills in what it knows about the provider.</source>
        <translation>Ein Knoten ist eine Adresse, die der Anbieter vergeben hat. Nach dem Einfügen trägt Spillway ein, was es über den Anbieter weiß.</translation>
    </message>
    <message>
        <source>Colu&amp;mns</source>
        <translation>&amp;Spalten</translation>
    </message>
    <message>
        <source>The configuration could not be read</source>
        <translation>Die Konfiguration ließ sich nicht lesen</translation>
    </message>
</context>
<context>
    <name>spillway::ui::NoticeRules</name>
    <message>
        <source>A node has used 80 % of its monthly limit</source>
        <translation>Ein Knoten hat 80 % seines Monatslimits verbraucht</translation>
    </message>
    <message>
        <source>A node has reached its stop and rests until its period ends</source>
        <translation>Ein Knoten hat seinen Stopp erreicht und pausiert bis zum Ende seines Zeitraums</translation>
    </message>
    <message>
        <source>A node will reach its stop before its period ends (once a day)</source>
        <translation>Ein Knoten wird seinen Stopp vor dem Ende seines Zeitraums erreichen (einmal täglich)</translation>
    </message>
    <message>
        <source>No node of a chain answers for more than 10 seconds</source>
        <translation>Kein Knoten einer Chain antwortet länger als 10 Sekunden</translation>
    </message>
    <message>
        <source>A node fails again and again (5 penalties in 10 minutes)</source>
        <translation>Ein Knoten versagt immer wieder (5 Sperren in 10 Minuten)</translation>
    </message>
    <message>
        <source>A provider rejects a key</source>
        <translation>Ein Anbieter lehnt einen Schlüssel ab</translation>
    </message>
    <message>
        <source>The configuration could not be read again</source>
        <translation>Die Konfiguration konnte nicht neu gelesen werden</translation>
    </message>
    <message>
        <source>Another program changed the configuration</source>
        <translation>Ein anderes Programm hat die Konfiguration geändert</translation>
    </message>
    <message>
        <source>The port is in use when the proxy starts</source>
        <translation>Der Port ist beim Start des Proxys belegt</translation>
    </message>
    <message>
        <source>Where the window went when it was closed for the first time</source>
        <translation>Wohin das Fenster beim ersten Schließen verschwunden ist</translation>
    </message>
    <message>
        <source>%1 has reached its stop</source>
        <translation>%1 hat seinen Stopp erreicht</translation>
    </message>
    <message>
        <source>%1 of %2 credits are used. Its requests go to other nodes until %3.</source>
        <translation>%1 von %2 Credits sind verbraucht. Die Anfragen gehen bis %3 an andere Knoten.</translation>
    </message>
    <message>
        <source>%1 has used %2 of its credits</source>
        <translation>%1 hat %2 seiner Credits verbraucht</translation>
    </message>
    <message>
        <source>%1 credits are left until %2.</source>
        <translation>Bis %2 sind noch %1 Credits übrig.</translation>
    </message>
    <message>
        <source>%1 keeps failing</source>
        <translation>%1 versagt immer wieder</translation>
    </message>
    <message numerus="yes">
        <source>It was left out %n time(s) in ten minutes.</source>
        <translation>
            <numerusform>Er wurde in zehn Minuten %n-mal ausgelassen.</numerusform>
            <numerusform>Er wurde in zehn Minuten %n-mal ausgelassen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Last error: %1</source>
        <translation>Letzter Fehler: %1</translation>
    </message>
    <message>
        <source>%1 rejects its key</source>
        <translation>%1 lehnt seinen Schlüssel ab</translation>
    </message>
    <message>
        <source>The provider does not accept the key any more. Its requests go to other nodes.</source>
        <translation>Der Anbieter nimmt den Schlüssel nicht mehr an. Die Anfragen gehen an andere Knoten.</translation>
    </message>
    <message>
        <source>No node of %1 answers</source>
        <translation>Kein Knoten von %1 antwortet</translation>
    </message>
    <message>
        <source>Spillway keeps trying.</source>
        <translation>Spillway versucht es weiter.</translation>
    </message>
    <message>
        <source>Spillway keeps trying. Last error: %1</source>
        <translation>Spillway versucht es weiter. Letzter Fehler: %1</translation>
    </message>
    <message>
        <source>%1 is back</source>
        <translation>%1 ist wieder da</translation>
    </message>
    <message>
        <source>Its nodes answer again after %1.</source>
        <translation>Die Knoten antworten nach %1 wieder.</translation>
    </message>
    <message>
        <source>%1 will run out before its period ends</source>
        <translation>%1 ist vor dem Ende seines Zeitraums aufgebraucht</translation>
    </message>
    <message numerus="yes">
        <source>At this week&apos;s pace it reaches its stop on %1, %n day(s) before it resets.</source>
        <translation>
            <numerusform>Beim Tempo dieser Woche ist der Stopp am %1 erreicht, %n Tag vor dem Stichtag.</numerusform>
            <numerusform>Beim Tempo dieser Woche ist der Stopp am %1 erreicht, %n Tage vor dem Stichtag.</numerusform>
        </translation>
    </message>
    <message>
        <source>The configuration was not applied</source>
        <translation>Die Konfiguration wurde nicht angewendet</translation>
    </message>
    <message>
        <source>The old one is still in force. %1</source>
        <translation>Die bisherige gilt weiter. %1</translation>
    </message>
    <message>
        <source>%1 differs from what is in force. Open Spillway to look at it or use it.</source>
        <translation>%1 weicht von dem ab, was gilt. In Spillway ansehen oder verwenden.</translation>
    </message>
    <message>
        <source>The proxy could not start</source>
        <translation>Der Proxy konnte nicht starten</translation>
    </message>
    <message>
        <source>Spillway keeps running in the tray</source>
        <translation>Spillway läuft in der Kontrollleiste weiter</translation>
    </message>
    <message>
        <source>The proxy goes on. Use the icon to open the window again or to quit; the settings say what closing does.</source>
        <translation>Der Proxy läuft weiter. Über das Symbol lässt sich das Fenster wieder öffnen oder das Programm beenden; was das Schließen bewirkt, steht in den Einstellungen.</translation>
    </message>
    <message>
        <source>%1 was emptied by another program</source>
        <translation>%1 wurde von einem anderen Programm geleert</translation>
    </message>
    <message>
        <source>%1 was deleted by another program</source>
        <translation>%1 wurde von einem anderen Programm gelöscht</translation>
    </message>
    <message>
        <source>Spillway runs on and still has what %1 said. Open it to write the file again.</source>
        <translation>Spillway läuft weiter und hat noch, was in %1 stand. Öffnen Sie es, um die Datei neu zu schreiben.</translation>
    </message>
    <message>
        <source>The credits of %1 are used up</source>
        <translation>Die Credits von %1 sind aufgebraucht</translation>
    </message>
    <message>
        <source>Port %1 is used by another program.</source>
        <translation>Port %1 wird von einem anderen Programm benutzt.</translation>
    </message>
    <message>
        <source>Port %1 is used by %2.</source>
        <translation>Port %1 wird von %2 benutzt.</translation>
    </message>
</context>
<context>
    <name>spillway::ui::NotificationsTab</name>
    <message>
        <source>Show a message on the desktop when…</source>
        <translation>Eine Meldung auf dem Desktop zeigen, wenn…</translation>
    </message>
    <message>
        <source>A single failure is never a message: only what lasts is. What is switched off here still appears in the list behind the bell.</source>
        <translation>Ein einzelner Fehler ist nie eine Meldung: nur, was anhält. Was hier ausgeschaltet ist, erscheint weiterhin in der Liste hinter der Glocke.</translation>
    </message>
</context>
<context>
    <name>spillway::ui::Notifier</name>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
</context>
<context>
    <name>spillway::ui::Pages</name>
    <message>
        <source>Get started</source>
        <translation>Erste Schritte</translation>
    </message>
    <message>
        <source>Dashboard</source>
        <translation>Übersicht</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Pricing</source>
        <translation>Preise</translation>
    </message>
    <message>
        <source>Quotas</source>
        <translation>Kontingente</translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation>Verkehr</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Config file</source>
        <translation>Konfigurationsdatei</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Chains</source>
        <translation>Chains</translation>
    </message>
</context>
<context>
    <name>spillway::ui::PricingDelegate</name>
    <message>
        <source>Credits a call</source>
        <translation>Credits pro Aufruf</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
</context>
<context>
    <name>spillway::ui::PricingModel</name>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>Credits a call</source>
        <translation>Credits pro Aufruf</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Custom</source>
        <translation>Eigene</translation>
    </message>
    <message>
        <source>Standard</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>Standard, not known</source>
        <translation>Standard, unbekannt</translation>
    </message>
    <message>
        <source>Spillway does not know this method. A method of one provider belongs under custom.</source>
        <translation>Spillway kennt diese Methode nicht. Die Methode eines einzelnen Anbieters gehört zu den eigenen.</translation>
    </message>
    <message>
        <source>At the nodes that use this list, since 00:00 UTC or since the program was started.</source>
        <translation>Bei den Knoten, die diese Liste nutzen, seit 00:00 UTC oder seit dem Start des Programms.</translation>
    </message>
    <message>
        <source>Calls today</source>
        <translation>Aufrufe heute</translation>
    </message>
    <message>
        <source>Credits today</source>
        <translation>Credits heute</translation>
    </message>
</context>
<context>
    <name>spillway::ui::PricingPage</name>
    <message>
        <source>Prices</source>
        <translation>Preise</translation>
    </message>
    <message numerus="yes">
        <source>%1 (%n node(s))</source>
        <translation>
            <numerusform>%1 (%n Knoten)</numerusform>
            <numerusform>%1 (%n Knoten)</numerusform>
        </translation>
    </message>
    <message>
        <source>Shipped with Spillway</source>
        <translation>Mit Spillway geliefert</translation>
    </message>
    <message>
        <source>Shipped with Spillway.</source>
        <translation>Mit Spillway geliefert.</translation>
    </message>
    <message>
        <source>Shipped with Spillway, checked on %1.</source>
        <translation>Mit Spillway geliefert, am %1 geprüft.</translation>
    </message>
    <message>
        <source>No node uses this list.</source>
        <translation>Kein Knoten verwendet diese Liste.</translation>
    </message>
    <message numerus="yes">
        <source>Used by %n node(s): %1.</source>
        <translation>
            <numerusform>Von %n Knoten verwendet: %1.</numerusform>
            <numerusform>Von %n Knoten verwendet: %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>This file cannot be read: %1</source>
        <translation>Diese Datei kann nicht gelesen werden: %1</translation>
    </message>
    <message>
        <source>Shipped prices stay as they are. A copy can be changed, and the nodes that use the list will use the copy.</source>
        <translation>Mitgelieferte Preise bleiben, wie sie sind. Eine Kopie kann geändert werden, und die Knoten mit dieser Liste verwenden dann die Kopie.</translation>
    </message>
    <message>
        <source>Price lists</source>
        <translation>Preislisten</translation>
    </message>
    <message>
        <source>&amp;New price list…</source>
        <translation>&amp;Neue Preisliste…</translation>
    </message>
    <message>
        <source>&amp;Make a copy to edit</source>
        <translation>&amp;Kopie zum Bearbeiten anlegen</translation>
    </message>
    <message>
        <source>Any &amp;other method</source>
        <translation>Jede an&amp;dere Methode</translation>
    </message>
    <message>
        <source>Any other method</source>
        <translation>Jede andere Methode</translation>
    </message>
    <message>
        <source>The node is skipped for it</source>
        <translation>Der Knoten wird dafür übergangen</translation>
    </message>
    <message>
        <source>It costs this many credits</source>
        <translation>Sie kostet so viele Credits</translation>
    </message>
    <message>
        <source>Price of any other method</source>
        <translation>Preis jeder anderen Methode</translation>
    </message>
    <message>
        <source>Too high is safer than too low: the provider counts at its own price.</source>
        <translation>Zu hoch ist sicherer als zu niedrig: Der Anbieter zählt nach seinem eigenen Preis.</translation>
    </message>
    <message>
        <source>Sto&amp;p at</source>
        <translation>Sto&amp;pp bei</translation>
    </message>
    <message>
        <source> %</source>
        <comment>percent sign behind a number</comment>
        <translation> %</translation>
    </message>
    <message>
        <source>Stop at percent of the limit</source>
        <translation>Stopp bei Prozent des Limits</translation>
    </message>
    <message>
        <source>Share of the monthly limit that nodes with this list may spend.</source>
        <translation>Anteil des Monatslimits, den Knoten mit dieser Liste ausgeben dürfen.</translation>
    </message>
    <message>
        <source>Filter methods</source>
        <translation>Methoden filtern</translation>
    </message>
    <message>
        <source>Remove the chosen methods</source>
        <translation>Die gewählten Methoden entfernen</translation>
    </message>
    <message>
        <source>Remove methods</source>
        <translation>Methoden entfernen</translation>
    </message>
    <message>
        <source>Reset…</source>
        <translation>Zurücksetzen…</translation>
    </message>
    <message>
        <source>Take over the shipped prices again; shows the differences first</source>
        <translation>Übernimmt wieder die mitgelieferten Preise; zeigt zuerst die Unterschiede</translation>
    </message>
    <message>
        <source>As text</source>
        <translation>Als Text</translation>
    </message>
    <message>
        <source>Open this list in the text editor</source>
        <translation>Diese Liste im Texteditor öffnen</translation>
    </message>
    <message>
        <source>A&amp;dd a method</source>
        <translation>&amp;Methode hinzufügen</translation>
    </message>
    <message>
        <source>Method, for example eth_call</source>
        <translation>Methode, zum Beispiel eth_call</translation>
    </message>
    <message>
        <source>New method</source>
        <translation>Neue Methode</translation>
    </message>
    <message>
        <source>Credits</source>
        <translation>Credits</translation>
    </message>
    <message>
        <source>Credits of the new method</source>
        <translation>Credits der neuen Methode</translation>
    </message>
    <message>
        <source>&amp;Add</source>
        <translation>&amp;Hinzufügen</translation>
    </message>
    <message>
        <source>“%1” is no number of credits. A whole number is needed, 0 for free.</source>
        <translation>„%1“ ist keine Anzahl von Credits. Nötig ist eine ganze Zahl, 0 für kostenlos.</translation>
    </message>
    <message>
        <source>Change the price of %1</source>
        <translation>Preis von %1 ändern</translation>
    </message>
    <message>
        <source>%1 has a price already.</source>
        <translation>%1 hat schon einen Preis.</translation>
    </message>
    <message>
        <source>Rename %1</source>
        <translation>%1 umbenennen</translation>
    </message>
    <message>
        <source>A whole number is needed.</source>
        <translation>Nötig ist eine ganze Zahl.</translation>
    </message>
    <message>
        <source>Change the price of other methods</source>
        <translation>Preis anderer Methoden ändern</translation>
    </message>
    <message>
        <source>Change the stop of %1</source>
        <translation>Stopp von %1 ändern</translation>
    </message>
    <message>
        <source>A price is a whole number of credits, 0 for free.</source>
        <translation>Ein Preis ist eine ganze Zahl von Credits, 0 für kostenlos.</translation>
    </message>
    <message>
        <source>Spillway does not know this method; it goes to the custom ones.</source>
        <translation>Spillway kennt diese Methode nicht; sie kommt zu den eigenen.</translation>
    </message>
    <message>
        <source>Spillway does not know this method; it goes to the custom ones. Did you mean %1?</source>
        <translation>Spillway kennt diese Methode nicht; sie kommt zu den eigenen. War %1 gemeint?</translation>
    </message>
    <message>
        <source>Add a price for %1</source>
        <translation>Preis für %1 hinzufügen</translation>
    </message>
    <message>
        <source>Remove the price of %1</source>
        <translation>Preis von %1 entfernen</translation>
    </message>
    <message numerus="yes">
        <source>Remove %n price(s)</source>
        <translation>
            <numerusform>%n Preis entfernen</numerusform>
            <numerusform>%n Preise entfernen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 removed.</source>
        <translation>%1 entfernt.</translation>
    </message>
    <message numerus="yes">
        <source>%n price(s) removed.</source>
        <translation>
            <numerusform>%n Preis entfernt.</numerusform>
            <numerusform>%n Preise entfernt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Make %1 a standard method</source>
        <translation>%1 zur Standardmethode machen</translation>
    </message>
    <message>
        <source>Make %1 a custom method</source>
        <translation>%1 zur eigenen Methode machen</translation>
    </message>
    <message>
        <source>Reset to shipped prices</source>
        <translation>Auf mitgelieferte Preise zurücksetzen</translation>
    </message>
    <message>
        <source>This is what changes when %1 gets the shipped prices again. It can be undone.</source>
        <translation>Das ändert sich, wenn %1 wieder die mitgelieferten Preise bekommt. Es lässt sich rückgängig machen.</translation>
    </message>
    <message>
        <source>&amp;Reset</source>
        <translation>&amp;Zurücksetzen</translation>
    </message>
    <message>
        <source>Reset %1 to shipped prices</source>
        <translation>%1 auf mitgelieferte Preise zurücksetzen</translation>
    </message>
    <message>
        <source>%1 has the shipped prices again.</source>
        <translation>%1 hat wieder die mitgelieferten Preise.</translation>
    </message>
    <message>
        <source>The copy is %1.</source>
        <translation>Die Kopie heißt %1.</translation>
    </message>
    <message numerus="yes">
        <source>The copy is %1; %n node(s) use it now.</source>
        <translation>
            <numerusform>Die Kopie heißt %1; %n Knoten verwendet sie jetzt.</numerusform>
            <numerusform>Die Kopie heißt %1; %n Knoten verwenden sie jetzt.</numerusform>
        </translation>
    </message>
    <message>
        <source>New price list</source>
        <translation>Neue Preisliste</translation>
    </message>
    <message>
        <source>Name of the price list:</source>
        <translation>Name der Preisliste:</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>Anlegen</translation>
    </message>
    <message>
        <source>Move to standard</source>
        <translation>Zu den Standardmethoden</translation>
    </message>
    <message>
        <source>Move to custom</source>
        <translation>Zu den eigenen Methoden</translation>
    </message>
</context>
<context>
    <name>spillway::ui::ProblemBanners</name>
    <message>
        <source>&amp;Try again</source>
        <translation>&amp;Erneut versuchen</translation>
    </message>
    <message>
        <source>Show &amp;nodes</source>
        <translation>&amp;Knoten zeigen</translation>
    </message>
    <message>
        <source>Some nodes are off because their keys could not be read. %1</source>
        <translation>Einige Knoten sind aus, weil ihre Schlüssel nicht gelesen werden konnten. %1</translation>
    </message>
    <message>
        <source>&amp;Open the file</source>
        <translation>Datei ö&amp;ffnen</translation>
    </message>
    <message>
        <source>The proxy cannot start, the configuration has an error: %1</source>
        <translation>Der Proxy kann nicht starten, die Konfiguration hat einen Fehler: %1</translation>
    </message>
    <message>
        <source>&amp;Choose a port…</source>
        <translation>Port aus&amp;wählen…</translation>
    </message>
    <message>
        <source>The proxy cannot start: this port needs administrator rights. Use 1024 or higher.</source>
        <translation>Der Proxy kann nicht starten: Dieser Port braucht Administratorrechte. Besser 1024 oder höher wählen.</translation>
    </message>
    <message>
        <source>The proxy could not start: %1</source>
        <translation>Der Proxy konnte nicht starten: %1</translation>
    </message>
    <message>
        <source>&amp;Reload</source>
        <translation>Neu &amp;laden</translation>
    </message>
    <message>
        <source>%1 has an error, the old configuration is still running: %2</source>
        <translation>%1 hat einen Fehler, die bisherige Konfiguration läuft weiter: %2</translation>
    </message>
    <message>
        <source>%1 has an error, so its last good version runs. The file was left as it is. %2</source>
        <translation>%1 hat einen Fehler, darum läuft die letzte gültige Version. Die Datei wurde nicht verändert. %2</translation>
    </message>
    <message>
        <source>&amp;Use %1</source>
        <translation>%1 &amp;verwenden</translation>
    </message>
    <message>
        <source>another program</source>
        <translation>ein anderes Programm</translation>
    </message>
    <message>
        <source>Port %1 is used by %2.</source>
        <translation>Port %1 wird von %2 benutzt.</translation>
    </message>
    <message>
        <source>port %1</source>
        <translation>Port %1</translation>
    </message>
    <message>
        <source>The port is %1 now. Apply your changes, then start the proxy.</source>
        <translation>Der Port ist jetzt %1. Änderungen anwenden, dann den Proxy starten.</translation>
    </message>
    <message>
        <source>&lt;b&gt;No provider is answering.&lt;/b&gt; Spillway keeps trying.</source>
        <translation>&lt;b&gt;Kein Anbieter antwortet.&lt;/b&gt; Spillway versucht es weiter.</translation>
    </message>
    <message>
        <source>&lt;b&gt;No provider of %1 is answering.&lt;/b&gt; Spillway keeps trying.</source>
        <translation>&lt;b&gt;Kein Anbieter von %1 antwortet.&lt;/b&gt; Spillway versucht es weiter.</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message>
        <source>Last error: %1</source>
        <translation>Letzter Fehler: %1</translation>
    </message>
    <message>
        <source>Show &amp;log</source>
        <translation>Prot&amp;okoll zeigen</translation>
    </message>
    <message>
        <source>Show &amp;difference</source>
        <translation>&amp;Unterschied zeigen</translation>
    </message>
    <message>
        <source>&amp;Use it</source>
        <translation>&amp;Übernehmen</translation>
    </message>
    <message>
        <source>&amp;Keep mine</source>
        <translation>Ei&amp;gene behalten</translation>
    </message>
    <message>
        <source>%1 was changed by another program.</source>
        <translation>%1 wurde von einem anderen Programm geändert.</translation>
    </message>
    <message>
        <source>&amp;Write it again</source>
        <translation>Neu &amp;schreiben</translation>
    </message>
    <message>
        <source>The file could not be written: %1</source>
        <translation>Die Datei konnte nicht geschrieben werden: %1</translation>
    </message>
    <message>
        <source>%1 was emptied by another program. What it said is still here.</source>
        <translation>%1 wurde von einem anderen Programm geleert. Was darin stand, ist hier noch da.</translation>
    </message>
    <message>
        <source>%1 was deleted by another program. What it said is still here.</source>
        <translation>%1 wurde von einem anderen Programm gelöscht. Was darin stand, ist hier noch da.</translation>
    </message>
    <message>
        <source>&amp;Read it again</source>
        <translation>Neu &amp;lesen</translation>
    </message>
    <message>
        <source>&lt;b&gt;Your configuration could not be read, so no node of it is shown.&lt;/b&gt; The file is as it was; mend the place in it, then everything is back. %1</source>
        <translation>&lt;b&gt;Ihre Konfiguration ließ sich nicht lesen, darum ist kein Node aus ihr zu sehen.&lt;/b&gt; Die Datei ist, wie sie war; bringen Sie die Stelle in Ordnung, dann ist alles wieder da. %1</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
    <message>
        <source>Waiting for the keyring. It may be asking for its password in a window of its own.</source>
        <translation>Der Schlüsselbund hat noch nicht geantwortet. Vielleicht fragt er in einem eigenen Fenster nach seinem Passwort.</translation>
    </message>
    <message>
        <source>&amp;Remove the chain %1</source>
        <translation>Chain %1 ent&amp;fernen</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1 answers nothing:&lt;/b&gt; it is the address of the chain %2, which has no node that is on. Use %3, or remove the chain; then the next one has this address.</source>
        <translation>&lt;b&gt;%1 beantwortet nichts:&lt;/b&gt; Das ist die Adresse der Chain %2, und die hat keinen eingeschalteten Node. Nehmen Sie %3, oder entfernen Sie die Chain; dann hat die nächste diese Adresse.</translation>
    </message>
    <message>
        <source>Remove the chain %1</source>
        <translation>Chain %1 entfernen</translation>
    </message>
    <message>
        <source>The chain %1 was removed.</source>
        <translation>Die Chain %1 wurde entfernt.</translation>
    </message>
    <message numerus="yes">
        <source>(And %n more.)</source>
        <translation>
            <numerusform>(Und noch %n weiterer.)</numerusform>
            <numerusform>(Und noch %n weitere.)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>spillway::ui::Problems</name>
    <message>
        <source>There are more problems than these; the rest is not shown.</source>
        <translation>Es gibt weitere Probleme; sie werden nicht gezeigt.</translation>
    </message>
    <message>
        <source>This name is defined twice; compare line %1.</source>
        <translation>Dieser Name ist doppelt vergeben; siehe Zeile %1.</translation>
    </message>
    <message>
        <source>This name is defined twice.</source>
        <translation>Dieser Name ist doppelt vergeben.</translation>
    </message>
    <message>
        <source>This name already has a value and cannot hold settings of its own.</source>
        <translation>Dieser Name hat schon einen Wert und kann keine eigenen Einstellungen enthalten.</translation>
    </message>
    <message>
        <source>A table in braces { … } is complete: add its settings between the braces.</source>
        <translation>Eine Tabelle in geschweiften Klammern { … } ist abgeschlossen: Weitere Einstellungen gehören zwischen die Klammern.</translation>
    </message>
    <message>
        <source>A table in braces { … } stands on one line, with commas between its settings and none after the last.</source>
        <translation>Eine Tabelle in geschweiften Klammern { … } steht in einer Zeile, mit Kommas zwischen den Einstellungen und keinem nach der letzten.</translation>
    </message>
    <message>
        <source>A list in brackets [ … ] needs commas between its values and a closing bracket.</source>
        <translation>Eine Liste in eckigen Klammern [ … ] braucht Kommas zwischen den Werten und eine schließende Klammer.</translation>
    </message>
    <message>
        <source>A text in three quotes is not closed, or holds an unknown escape after a backslash.</source>
        <translation>Ein Text in drei Anführungszeichen ist nicht geschlossen oder enthält nach einem Backslash ein unbekanntes Zeichen.</translation>
    </message>
    <message>
        <source>A text is not closed on its line, or holds an unknown escape after a backslash.</source>
        <translation>Ein Text ist in seiner Zeile nicht geschlossen oder enthält nach einem Backslash ein unbekanntes Zeichen.</translation>
    </message>
    <message>
        <source>A text is not closed on its line.</source>
        <translation>Ein Text ist in seiner Zeile nicht geschlossen.</translation>
    </message>
    <message>
        <source>What follows \u is not a character.</source>
        <translation>Was auf \u folgt, ist kein Zeichen.</translation>
    </message>
    <message>
        <source>A setting is written name = value.</source>
        <translation>Eine Einstellung schreibt man als Name = Wert.</translation>
    </message>
    <message>
        <source>A value is missing after the equals sign.</source>
        <translation>Nach dem Gleichheitszeichen fehlt ein Wert.</translation>
    </message>
    <message>
        <source>This is not a name: use letters, digits, _ and -, or put it in quotes.</source>
        <translation>Das ist kein Name: Erlaubt sind Buchstaben, Ziffern, _ und -, alles andere in Anführungszeichen.</translation>
    </message>
    <message>
        <source>A section is written [name], on a line of its own.</source>
        <translation>Einen Abschnitt schreibt man als [Name], in einer eigenen Zeile.</translation>
    </message>
    <message>
        <source>This is not a date.</source>
        <translation>Das ist kein Datum.</translation>
    </message>
    <message>
        <source>Only one setting may stand on a line.</source>
        <translation>In einer Zeile darf nur eine Einstellung stehen.</translation>
    </message>
    <message>
        <source>This is not a value: texts need quotes.</source>
        <translation>Das ist kein Wert: Texte brauchen Anführungszeichen.</translation>
    </message>
    <message>
        <source>This is not TOML.</source>
        <translation>Das ist kein TOML.</translation>
    </message>
    <message>
        <source>This is not UTF-8: save the file in that encoding.</source>
        <translation>Das ist kein UTF-8: Die Datei muss in dieser Kodierung gespeichert werden.</translation>
    </message>
    <message>
        <source>The setting “%1” is not known. Did you mean “%2”?</source>
        <translation>Die Einstellung „%1“ ist nicht bekannt. Ist „%2“ gemeint?</translation>
    </message>
    <message>
        <source>The setting “%1” is not known here; these are: %3.</source>
        <translation>Die Einstellung „%1“ ist hier nicht bekannt; bekannt sind: %3.</translation>
    </message>
    <message>
        <source>This setting belongs under [%1].</source>
        <translation>Diese Einstellung gehört unter [%1].</translation>
    </message>
    <message>
        <source>Nodes are written as [[nodes]]. Import in the File menu converts the files of other programs.</source>
        <translation>Knoten schreibt man als [[nodes]]. Importieren im Menü Datei wandelt Dateien anderer Programme um.</translation>
    </message>
    <message>
        <source>The address is written as host and port under [server].</source>
        <translation>Die Adresse schreibt man als host und port unter [server].</translation>
    </message>
    <message>
        <source>Expected: %1. Found: %2.</source>
        <translation>Erwartet: %1. Gefunden: %2.</translation>
    </message>
    <message>
        <source>%1 is out of range. Allowed: %2 to %3 (%4).</source>
        <translation>%1 liegt außerhalb des Bereichs. Erlaubt: %2 bis %3 (%4).</translation>
    </message>
    <message>
        <source>%1 is out of range. Allowed: %2 to %3.</source>
        <translation>%1 liegt außerhalb des Bereichs. Erlaubt: %2 bis %3.</translation>
    </message>
    <message>
        <source>“%1” is not known. Did you mean “%2”? Allowed: %3.</source>
        <translation>„%1“ ist nicht bekannt. Ist „%2“ gemeint? Erlaubt: %3.</translation>
    </message>
    <message>
        <source>“%1” is not known. Allowed: %3.</source>
        <translation>„%1“ ist nicht bekannt. Erlaubt: %3.</translation>
    </message>
    <message>
        <source>An empty text is not allowed here.</source>
        <translation>Ein leerer Text ist hier nicht erlaubt.</translation>
    </message>
    <message>
        <source>The path is empty. Leave the setting out for the default.</source>
        <translation>Der Pfad ist leer. Ohne diese Einstellung gilt die Vorgabe.</translation>
    </message>
    <message>
        <source>The same setting is also given as %1: keep one of them.</source>
        <translation>Dieselbe Einstellung steht auch als %1 da: Nur eine davon behalten.</translation>
    </message>
    <message>
        <source>This must be at least %2, the value of %1.</source>
        <translation>Das muss mindestens %2 sein, der Wert von %1.</translation>
    </message>
    <message>
        <source>This must be at most %2, the value of %1.</source>
        <translation>Das darf höchstens %2 sein, der Wert von %1.</translation>
    </message>
    <message>
        <source>The variable %1 is not set. Set it in the environment, in .env or in the keyring.</source>
        <translation>Die Variable %1 ist nicht gesetzt. Sie gehört in die Umgebung, in .env oder in den Schlüsselbund.</translation>
    </message>
    <message>
        <source>The variable %1 is set but empty. Give it a value.</source>
        <translation>Die Variable %1 ist gesetzt, aber leer. Sie braucht einen Wert.</translation>
    </message>
    <message>
        <source>A ${ has no closing }. Write ${NAME}, or $$ for a dollar sign.</source>
        <translation>Zu einem ${ fehlt die schließende }. Richtig ist ${NAME}, oder $$ für ein Dollarzeichen.</translation>
    </message>
    <message>
        <source>“%1” cannot be the name of a variable: it has letters, digits and _, and no digit in front.</source>
        <translation>„%1“ kann kein Name einer Variable sein: Erlaubt sind Buchstaben, Ziffern und _, vorn keine Ziffer.</translation>
    </message>
    <message>
        <source>The address is missing.</source>
        <translation>Die Adresse fehlt.</translation>
    </message>
    <message>
        <source>The address holds a space or control character. Remove it, or write it percent-encoded.</source>
        <translation>Die Adresse enthält ein Leer- oder Steuerzeichen. Es muss weg oder prozentkodiert geschrieben werden.</translation>
    </message>
    <message>
        <source>The address must begin with one of: %1.</source>
        <translation>Die Adresse muss mit einem davon beginnen: %1.</translation>
    </message>
    <message>
        <source>The port must be a number from 1 to 65535.</source>
        <translation>Der Port muss eine Zahl von 1 bis 65535 sein.</translation>
    </message>
    <message>
        <source>The host is missing in the address.</source>
        <translation>In der Adresse fehlt der Host.</translation>
    </message>
    <message>
        <source>The host has characters outside ASCII. Write it as %1.</source>
        <translation>Der Host enthält Zeichen außerhalb von ASCII. Richtig geschrieben: %1.</translation>
    </message>
    <message>
        <source>The host in the address is not valid.</source>
        <translation>Der Host in der Adresse ist ungültig.</translation>
    </message>
    <message>
        <source>The IPv6 address has no closing ].</source>
        <translation>Der IPv6-Adresse fehlt die schließende ].</translation>
    </message>
    <message>
        <source>Only a port may follow the IPv6 address.</source>
        <translation>Auf die IPv6-Adresse darf nur ein Port folgen.</translation>
    </message>
    <message>
        <source>An IPv6 address is written in brackets: [::1].</source>
        <translation>Eine IPv6-Adresse steht in eckigen Klammern: [::1].</translation>
    </message>
    <message>
        <source>The path and what follows it must be ASCII. Write other characters percent-encoded.</source>
        <translation>Der Pfad und was ihm folgt müssen ASCII sein. Andere Zeichen werden prozentkodiert geschrieben.</translation>
    </message>
    <message>
        <source>The part after # is never sent and was left out.</source>
        <translation>Der Teil nach # wird nie gesendet und wurde weggelassen.</translation>
    </message>
    <message>
        <source>This is too long for an address.</source>
        <translation>Das ist zu lang für eine Adresse.</translation>
    </message>
    <message>
        <source>The address still has a placeholder where your key belongs.</source>
        <translation>In der Adresse steht noch ein Platzhalter, wo der Schlüssel hingehört.</translation>
    </message>
    <message>
        <source>This is a key without an address. Choose the provider, or paste the whole address.</source>
        <translation>Das ist ein Schlüssel ohne Adresse. Den Anbieter wählen oder die ganze Adresse einfügen.</translation>
    </message>
    <message>
        <source>This is not an address. Addresses begin with https:// or http://.</source>
        <translation>Das ist keine Adresse. Adressen beginnen mit https:// oder http://.</translation>
    </message>
    <message>
        <source>The address holds user and password for the Authorization header, and that header is given elsewhere too: keep one of them.</source>
        <translation>Die Adresse enthält Benutzer und Passwort für den Authorization-Header, und der steht auch an anderer Stelle: Nur eines davon behalten.</translation>
    </message>
    <message>
        <source>User and password must be the same as in the URL, or stand under auth.</source>
        <translation>Benutzer und Passwort müssen dieselben sein wie in der URL oder unter auth stehen.</translation>
    </message>
    <message>
        <source>There is no node. Add one on the Nodes page.</source>
        <translation>Es gibt keinen Knoten. Auf der Seite Knoten lässt sich einer hinzufügen.</translation>
    </message>
    <message>
        <source>The name is missing. Each node needs one of its own, for its usage and metrics.</source>
        <translation>Der Name fehlt. Jeder Knoten braucht einen eigenen, für Verbrauch und Metriken.</translation>
    </message>
    <message>
        <source>The name is empty.</source>
        <translation>Der Name ist leer.</translation>
    </message>
    <message>
        <source>The name has %1 bytes; at most 128 are allowed.</source>
        <translation>Der Name hat %1 Bytes; erlaubt sind höchstens 128.</translation>
    </message>
    <message>
        <source>The name holds a control character.</source>
        <translation>Der Name enthält ein Steuerzeichen.</translation>
    </message>
    <message>
        <source>The name begins or ends with a space.</source>
        <translation>Der Name beginnt oder endet mit einem Leerzeichen.</translation>
    </message>
    <message>
        <source>The name “%1” is already that of the node in line %2. Each node needs one of its own.</source>
        <translation>Den Namen „%1“ hat schon der Knoten in Zeile %2. Jeder Knoten braucht einen eigenen.</translation>
    </message>
    <message>
        <source>The address of the node is missing; it begins with https:// or http://.</source>
        <translation>Die Adresse des Knotens fehlt; sie beginnt mit https:// oder http://.</translation>
    </message>
    <message>
        <source>The smallest rate is 0.001; 0 means no limit.</source>
        <translation>Die kleinste Rate ist 0,001; 0 heißt ohne Grenze.</translation>
    </message>
    <message>
        <source>A burst below 1 would never let a request pass. Allowed: 0 for the rate limit rounded up, or 1 and more.</source>
        <translation>Ein Burst unter 1 ließe nie eine Anfrage durch. Erlaubt: 0 für die aufgerundete Rate, oder ab 1.</translation>
    </message>
    <message>
        <source>This is not the name of a header: letters, digits and - are allowed.</source>
        <translation>Das ist kein Name eines Headers: Erlaubt sind Buchstaben, Ziffern und -.</translation>
    </message>
    <message>
        <source>Spillway sets this header itself.</source>
        <translation>Diesen Header setzt Spillway selbst.</translation>
    </message>
    <message>
        <source>The value of a header may not be empty and has no line ends or control characters.</source>
        <translation>Der Wert eines Headers darf nicht leer sein und keine Zeilenenden oder Steuerzeichen enthalten.</translation>
    </message>
    <message>
        <source>This header is given twice; upper and lower case make no difference.</source>
        <translation>Dieser Header steht doppelt da; Groß- und Kleinschreibung zählt nicht.</translation>
    </message>
    <message>
        <source>The header %1 is also given under headers: keep one of them.</source>
        <translation>Der Header %1 steht auch unter headers: Nur einen davon behalten.</translation>
    </message>
    <message>
        <source>The kind of authentication is missing. Allowed: none, url_key, header, bearer.</source>
        <translation>Die Art der Anmeldung fehlt. Erlaubt: none, url_key, header, bearer.</translation>
    </message>
    <message>
        <source>The name of the header that carries the key is missing.</source>
        <translation>Der Name des Headers, der den Schlüssel trägt, fehlt.</translation>
    </message>
    <message>
        <source>The secret that the node asks for is missing; best give a variable.</source>
        <translation>Der geheime Schlüssel, den der Knoten verlangt, fehlt; am besten als Variable.</translation>
    </message>
    <message>
        <source>The secret may not be empty and has no line ends or control characters.</source>
        <translation>Der geheime Schlüssel darf nicht leer sein und keine Zeilenenden oder Steuerzeichen enthalten.</translation>
    </message>
    <message>
        <source>An empty text is not a method.</source>
        <translation>Ein leerer Text ist keine Methode.</translation>
    </message>
    <message>
        <source>“%1”: the * may only stand at the end, as in debug_*.</source>
        <translation>„%1“: Der * darf nur am Ende stehen, wie in debug_*.</translation>
    </message>
    <message>
        <source>The certificate file %1 cannot be read.</source>
        <translation>Die Zertifikatsdatei %1 ist nicht lesbar.</translation>
    </message>
    <message>
        <source>The file holds no certificate. It must be a PEM file with the line -----BEGIN CERTIFICATE-----.</source>
        <translation>Die Datei enthält kein Zertifikat. Es muss eine PEM-Datei sein, mit der Zeile -----BEGIN CERTIFICATE-----.</translation>
    </message>
    <message>
        <source>The price list “%1” cannot be read. A list of that name is shipped: write “builtin:%2”.</source>
        <translation>Die Preisliste „%1“ ist nicht lesbar. Eine Liste dieses Namens wird mitgeliefert: „builtin:%2“ schreiben.</translation>
    </message>
    <message>
        <source>The price list “%1” cannot be read.</source>
        <translation>Die Preisliste „%1“ ist nicht lesbar.</translation>
    </message>
    <message>
        <source>No price list “%1” is shipped. Did you mean “%2”?</source>
        <translation>Eine Preisliste „%1“ wird nicht mitgeliefert. Ist „%2“ gemeint?</translation>
    </message>
    <message>
        <source>No price list “%1” is shipped; these are: %3.</source>
        <translation>Eine Preisliste „%1“ wird nicht mitgeliefert; es gibt: %3.</translation>
    </message>
    <message>
        <source>The price list cannot be used.</source>
        <translation>Die Preisliste ist nicht verwendbar.</translation>
    </message>
    <message>
        <source>This is not a date. Write it like “2026-01-31”.</source>
        <translation>Das ist kein Datum. Richtig ist zum Beispiel „2026-01-31“.</translation>
    </message>
    <message>
        <source>The name of a method has 1 to 128 bytes.</source>
        <translation>Der Name einer Methode hat 1 bis 128 Bytes.</translation>
    </message>
    <message>
        <source>This is not a method and has no effect. The price of methods that are not listed is unknown_method_cost under [limits].</source>
        <translation>Das ist keine Methode und wirkt nicht. Der Preis nicht genannter Methoden ist unknown_method_cost unter [limits].</translation>
    </message>
    <message>
        <source>This method is priced twice, under [routing] and under [custom]: keep one of them.</source>
        <translation>Diese Methode hat zwei Preise, unter [routing] und unter [custom]: Nur einen davon behalten.</translation>
    </message>
    <message>
        <source>Spillway does not know this method. Did you mean “%1”? Methods of one provider belong under [custom].</source>
        <translation>Spillway kennt diese Methode nicht. Ist „%1“ gemeint? Methoden eines einzelnen Anbieters gehören unter [custom].</translation>
    </message>
    <message>
        <source>Spillway does not know this method. Methods of one provider belong under [custom].</source>
        <translation>Spillway kennt diese Methode nicht. Methoden eines einzelnen Anbieters gehören unter [custom].</translation>
    </message>
    <message>
        <source>There is no chain “%1”. Did you mean “%2”?</source>
        <translation>Eine Chain „%1“ gibt es nicht. Ist „%2“ gemeint?</translation>
    </message>
    <message>
        <source>There is no chain “%1”; there are: %3.</source>
        <translation>Eine Chain „%1“ gibt es nicht; es gibt: %3.</translation>
    </message>
    <message>
        <source>There is no chain “%1”. No chain is configured, so there is only “default”: remove the setting, or add the chain.</source>
        <translation>Eine Chain „%1“ gibt es nicht. Es ist keine Chain eingerichtet, also gibt es nur „default“: Die Einstellung entfernen oder die Chain hinzufügen.</translation>
    </message>
    <message>
        <source>The name of a chain has 1 to 64 letters, digits, - . and _.</source>
        <translation>Der Name einer Chain hat 1 bis 64 Buchstaben, Ziffern, - . und _.</translation>
    </message>
    <message>
        <source>“%1” is not a path. Allowed: / and then letters, digits, - . _ ~ and further /.</source>
        <translation>„%1“ ist kein Pfad. Erlaubt: / und dahinter Buchstaben, Ziffern, - . _ ~ und weitere /.</translation>
    </message>
    <message>
        <source>The path “%1” belongs to Spillway itself. Choose another one.</source>
        <translation>Den Pfad „%1“ braucht Spillway selbst. Bitte einen anderen wählen.</translation>
    </message>
    <message>
        <source>“/” is also the path of the first chain, “%1”. Choose another path.</source>
        <translation>„/“ ist auch der Pfad der ersten Chain, „%1“. Bitte einen anderen wählen.</translation>
    </message>
    <message>
        <source>“%1” is already the path of the chain “%2”. Choose another path.</source>
        <translation>„%1“ ist schon der Pfad der Chain „%2“. Bitte einen anderen wählen.</translation>
    </message>
    <message>
        <source>Only chains of the kind evm use %1; here it has no effect.</source>
        <translation>Nur Chains der Art evm verwenden %1; hier wirkt es nicht.</translation>
    </message>
    <message>
        <source>No node that is switched on serves the chain “%1”.</source>
        <translation>Kein eingeschalteter Knoten bedient die Chain „%1“.</translation>
    </message>
    <message>
        <source>Blocks are to come over WebSocket, but no node of the chain has a WebSocket address.</source>
        <translation>Blöcke sollen über WebSocket kommen, aber kein Knoten der Chain hat eine WebSocket-Adresse.</translation>
    </message>
    <message>
        <source>This must be at most %2, half of the time for the whole request (%1): a second node needs time to answer.</source>
        <translation>Das darf höchstens %2 sein, die Hälfte der Zeit für die ganze Anfrage (%1): Ein zweiter Knoten braucht Zeit für seine Antwort.</translation>
    </message>
    <message>
        <source>“%1” is not an address. Allowed: an IP address such as 127.0.0.1, ::1, 0.0.0.0 or ::, or localhost. The port stands by itself.</source>
        <translation>„%1“ ist keine Adresse. Erlaubt: eine IP-Adresse wie 127.0.0.1, ::1, 0.0.0.0 oder ::, oder localhost. Der Port steht für sich.</translation>
    </message>
    <message>
        <source>“%1” lets other machines spend your credits. Set an access token, or allow access without one.</source>
        <translation>„%1“ lässt andere Rechner Ihre Credits ausgeben. Ein Zugangs-Token setzen oder Zugriff ohne Token erlauben.</translation>
    </message>
    <message>
        <source>“%1” is not a path. Allowed: a path such as “/” or “/pool”, or false for none.</source>
        <translation>„%1“ ist kein Pfad. Erlaubt: ein Pfad wie „/“ oder „/pool“, oder false für keinen.</translation>
    </message>
    <message>
        <source>The path “%1” is taken by another page of Spillway. Choose another one.</source>
        <translation>Den Pfad „%1“ hat schon eine andere Seite von Spillway. Bitte einen anderen wählen.</translation>
    </message>
    <message>
        <source>The token that the client sends is missing.</source>
        <translation>Das Token, das der Client sendet, fehlt.</translation>
    </message>
    <message>
        <source>A token may not be empty and has only visible ASCII characters, no spaces.</source>
        <translation>Ein Token darf nicht leer sein und besteht nur aus sichtbaren ASCII-Zeichen ohne Leerzeichen.</translation>
    </message>
    <message>
        <source>The token in line %1 has the same secret.</source>
        <translation>Das Token in Zeile %1 ist dasselbe.</translation>
    </message>
    <message>
        <source>The name “%1” is already that of the token in line %2.</source>
        <translation>Den Namen „%1“ hat schon das Token in Zeile %2.</translation>
    </message>
    <message>
        <source>“%1” is not an address. Allowed: an IP address, or a block such as 10.0.0.0/8.</source>
        <translation>„%1“ ist keine Adresse. Erlaubt: eine IP-Adresse oder ein Block wie 10.0.0.0/8.</translation>
    </message>
    <message>
        <source>“%1” is not an origin. Allowed: https://host or https://host:port with nothing behind it, or *.</source>
        <translation>„%1“ ist kein Ursprung. Erlaubt: https://Host oder https://Host:Port ohne etwas dahinter, oder *.</translation>
    </message>
    <message>
        <source>A unix:// address needs the full path of a socket, as in unix:///run/redis/redis.sock.</source>
        <translation>Eine unix://-Adresse braucht den vollen Pfad eines Sockets, wie in unix:///run/redis/redis.sock.</translation>
    </message>
    <message>
        <source>The Redis cache needs an address such as redis://host:port.</source>
        <translation>Der Redis-Cache braucht eine Adresse wie redis://Host:Port.</translation>
    </message>
    <message>
        <source>There is no file %1.</source>
        <translation>Die Datei %1 gibt es nicht.</translation>
    </message>
    <message>
        <source>a table</source>
        <translation>eine Tabelle</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>ein Text</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>eine ganze Zahl</translation>
    </message>
    <message>
        <source>a number with a fraction</source>
        <translation>eine Zahl mit Nachkommastellen</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true oder false</translation>
    </message>
    <message>
        <source>true</source>
        <translation>true</translation>
    </message>
    <message>
        <source>false</source>
        <translation>false</translation>
    </message>
    <message>
        <source>an array</source>
        <translation>eine Liste</translation>
    </message>
    <message>
        <source>an array of texts</source>
        <translation>eine Liste von Texten</translation>
    </message>
    <message>
        <source>an array of tables</source>
        <translation>eine Liste von Tabellen</translation>
    </message>
    <message>
        <source>an array of texts or tables</source>
        <translation>eine Liste von Texten oder Tabellen</translation>
    </message>
    <message>
        <source>a text or a table</source>
        <translation>ein Text oder eine Tabelle</translation>
    </message>
    <message>
        <source>a path or false</source>
        <translation>ein Pfad oder false</translation>
    </message>
    <message>
        <source>a date or time</source>
        <translation>ein Datum oder eine Uhrzeit</translation>
    </message>
    <message>
        <source>0 = no limit</source>
        <translation>0 = ohne Grenze</translation>
    </message>
    <message>
        <source>0 = off</source>
        <translation>0 = aus</translation>
    </message>
    <message>
        <source>0 = none</source>
        <translation>0 = keine</translation>
    </message>
    <message>
        <source>0 = unmetered</source>
        <translation>0 = ohne Kontingent</translation>
    </message>
    <message>
        <source>0 = any free port</source>
        <translation>0 = irgendein freier Port</translation>
    </message>
    <message>
        <source>0 = chosen from the cores</source>
        <translation>0 = passend zum Prozessor</translation>
    </message>
    <message>
        <source>0 = no sweeps</source>
        <translation>0 = kein Aufräumen</translation>
    </message>
    <message>
        <source>0 = no pause</source>
        <translation>0 = keine Pause</translation>
    </message>
    <message>
        <source>0 = every candidate</source>
        <translation>0 = jeder Kandidat</translation>
    </message>
    <message>
        <source>0 = rps_limit, rounded up</source>
        <translation>0 = rps_limit, aufgerundet</translation>
    </message>
    <message>
        <source>0 = no limit known, 1 = single calls only</source>
        <translation>0 = keine Grenze bekannt, 1 = nur einzelne Aufrufe</translation>
    </message>
    <message>
        <source>The node is switched off until then.</source>
        <translation>Der Knoten ist bis dahin ausgeschaltet.</translation>
    </message>
    <message>
        <source>Line %1, %2: %3</source>
        <comment>line, setting, problem</comment>
        <translation>Zeile %1, %2: %3</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <comment>line, problem</comment>
        <translation>Zeile %1: %2</translation>
    </message>
    <message>
        <source>The database of a Redis is a number, as in redis://127.0.0.1:6379/0 or unix:///run/redis/redis.sock?db=0.</source>
        <translation>Die Datenbank eines Redis ist eine Zahl, wie in redis://127.0.0.1:6379/0 oder unix:///run/redis/redis.sock?db=0.</translation>
    </message>
    <message>
        <source>This setting has no effect: it is for the cache in %1, and the cache here is in %2.</source>
        <translation>Diese Einstellung hat keine Wirkung: Sie gilt für den Cache in %1, und der Cache ist hier in %2.</translation>
    </message>
    <message>
        <source>The folder %1 cannot be made or written because of %2, so nothing would be kept. Name a folder that you may write, or leave the setting out.</source>
        <translation>Der Ordner %1 kann wegen %2 nicht angelegt oder beschrieben werden, sodass nichts aufbewahrt würde. Geben Sie einen Ordner an, in den Sie schreiben dürfen, oder lassen Sie die Einstellung weg.</translation>
    </message>
</context>
<context>
    <name>spillway::ui::Proposals</name>
    <message>
        <source>Local node</source>
        <translation>Lokaler Knoten</translation>
    </message>
    <message>
        <source>%1 requests/s</source>
        <translation>%1 Anfragen/s</translation>
    </message>
    <message>
        <source>%1 credits a month</source>
        <translation>%1 Credits pro Monat</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>plan, its figures</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
</context>
<context>
    <name>spillway::ui::QuotaModel</name>
    <message>
        <source>no limit</source>
        <translation>kein Limit</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>credits left, share</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1 a day</source>
        <translation>%1 pro Tag</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>Verbraucht</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>Limit</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Übrig</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Heute</translation>
    </message>
    <message>
        <source>Pace</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Forecast</source>
        <translation>Prognose</translation>
    </message>
    <message>
        <source>Resets</source>
        <translation>Stichtag</translation>
    </message>
    <message>
        <source>Worth</source>
        <translation>Wert</translation>
    </message>
</context>
<context>
    <name>spillway::ui::Quotas</name>
    <message numerus="yes">
        <source>%n days before it resets</source>
        <translation>
            <numerusform>%n Tag vor dem Stichtag</numerusform>
            <numerusform>%n Tage vor dem Stichtag</numerusform>
        </translation>
    </message>
    <message>
        <source>on the day it resets</source>
        <translation>am Stichtag</translation>
    </message>
    <message>
        <source>Not enough data for a forecast yet.</source>
        <translation>Für eine Prognose gibt es noch nicht genug Daten.</translation>
    </message>
    <message>
        <source>It has reached the %1 stop and rests until %2.</source>
        <translation>Der Stopp bei %1 ist erreicht; bis %2 pausiert der Knoten.</translation>
    </message>
    <message>
        <source>At this week’s pace it reaches the %1 stop on %2, %3.</source>
        <translation>Beim Tempo dieser Woche ist der Stopp bei %1 am %2 erreicht, %3.</translation>
    </message>
    <message>
        <source>At this week’s pace it lasts until it resets on %1, with %2 used by then.</source>
        <translation>Beim Tempo dieser Woche reicht es bis zum Stichtag %1; bis dahin sind %2 verbraucht.</translation>
    </message>
    <message>
        <source>It was not used in the last seven days, so it lasts until it resets on %1.</source>
        <translation>Es reicht bis zum Stichtag %1, denn in den letzten sieben Tagen wurde nichts verbraucht.</translation>
    </message>
    <message>
        <source>%1 has no limit set (unmetered). It has used %2 credits this period.</source>
        <translation>%1 hat kein Limit. In diesem Zeitraum wurden %2 Credits verbraucht.</translation>
    </message>
    <message>
        <source>%1 has %2 of %3 credits left (%4).</source>
        <translation>%1 hat noch %2 von %3 Credits (%4).</translation>
    </message>
    <message>
        <source>no limit set</source>
        <translation>kein Limit gesetzt</translation>
    </message>
    <message>
        <source>not enough data yet</source>
        <translation>noch nicht genug Daten</translation>
    </message>
    <message>
        <source>stop reached, until %1</source>
        <translation>Stopp erreicht, bis %1</translation>
    </message>
    <message>
        <source>stop on %1</source>
        <translation>Stopp am %1</translation>
    </message>
    <message>
        <source>lasts until %1</source>
        <translation>reicht bis %1</translation>
    </message>
    <message>
        <source>All credits of %1 that may be spent are used up.</source>
        <translation>Alle Credits von %1, die ausgegeben werden dürfen, sind aufgebraucht.</translation>
    </message>
    <message>
        <source>All credits of %1 that may be spent are used up. It answers again from %2 on, when the first of its nodes gets new ones.</source>
        <translation>Alle Credits von %1, die ausgegeben werden dürfen, sind aufgebraucht. Die Chain antwortet wieder ab dem %2, sobald der erste seiner Knoten neue bekommt.</translation>
    </message>
</context>
<context>
    <name>spillway::ui::QuotasPage</name>
    <message>
        <source>Credits of the nodes</source>
        <translation>Credits der Knoten</translation>
    </message>
    <message>
        <source>Set &amp;used credits…</source>
        <translation>Verbrauchte &amp;Credits setzen…</translation>
    </message>
    <message>
        <source>&amp;Reset counter…</source>
        <translation>&amp;Zähler zurücksetzen…</translation>
    </message>
    <message>
        <source>&amp;Export CSV…</source>
        <translation>CSV e&amp;xportieren…</translation>
    </message>
    <message>
        <source>&amp;Price per million credits:</source>
        <translation>P&amp;reis pro Million Credits:</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>nicht gesetzt</translation>
    </message>
    <message>
        <source>Credits left in this period</source>
        <translation>Übrige Credits in diesem Zeitraum</translation>
    </message>
    <message>
        <source>&amp;Add a node</source>
        <translation>&amp;Knoten hinzufügen</translation>
    </message>
    <message>
        <source>No quotas yet</source>
        <translation>Noch keine Kontingente</translation>
    </message>
    <message>
        <source>Once a node is there, this page shows how its credits run down over the billing period and when they will be used up.</source>
        <translation>Sobald es einen Knoten gibt, zeigt diese Seite, wie seine Credits im Abrechnungszeitraum abnehmen und wann sie verbraucht sein werden.</translation>
    </message>
    <message>
        <source>The %1 credits of this period are worth about %2: used credits times this price.</source>
        <translation>Die %1 Credits dieses Zeitraums sind rund %2 wert: verbrauchte Credits mal diesem Preis.</translation>
    </message>
    <message>
        <source>Export quotas</source>
        <translation>Kontingente exportieren</translation>
    </message>
    <message>
        <source>CSV files (*.csv)</source>
        <translation>CSV-Dateien (*.csv)</translation>
    </message>
    <message>
        <source>Saved %1.</source>
        <translation>%1 gespeichert.</translation>
    </message>
    <message>
        <source>%1 could not be written: %2</source>
        <translation>%1 konnte nicht geschrieben werden: %2</translation>
    </message>
    <message>
        <source>Set a &amp;limit</source>
        <translation>&amp;Grenze setzen</translation>
    </message>
    <message>
        <source>%1 has no limit</source>
        <translation>%1 hat keine Grenze</translation>
    </message>
    <message>
        <source>It has spent %1 credits since %2, %3 of them today. With a monthly limit, this place shows how the credits run down over the billing period.</source>
        <translation>Er hat seit %2 %1 Credits verbraucht, davon %3 heute. Mit einer monatlichen Grenze steht hier, wie die Credits über den Abrechnungszeitraum abnehmen.</translation>
    </message>
</context>
<context>
    <name>spillway::ui::RawPage</name>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Line %1, column %2</source>
        <translation>Zeile %1, Spalte %2</translation>
    </message>
    <message>
        <source>Edit the text of %1</source>
        <translation>Text von %1 bearbeiten</translation>
    </message>
    <message>
        <source>Line %1</source>
        <translation>Zeile %1</translation>
    </message>
    <message>
        <source>%1, line %2</source>
        <translation>%1, Zeile %2</translation>
    </message>
    <message>
        <source>Error, %1</source>
        <translation>Fehler, %1</translation>
    </message>
    <message>
        <source>Warning, %1</source>
        <translation>Warnung, %1</translation>
    </message>
    <message numerus="yes">
        <source>%n error(s); nothing can be applied until they are gone.</source>
        <translation>
            <numerusform>%n Fehler; bis er behoben ist, kann nichts angewendet werden.</numerusform>
            <numerusform>%n Fehler; bis sie behoben sind, kann nichts angewendet werden.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Valid, with %n warning(s).</source>
        <translation>
            <numerusform>Gültig, mit %n Warnung.</numerusform>
            <numerusform>Gültig, mit %n Warnungen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Valid.</source>
        <translation>Gültig.</translation>
    </message>
    <message>
        <source>Changes since the last save</source>
        <translation>Änderungen seit dem letzten Speichern</translation>
    </message>
    <message>
        <source>&amp;Apply</source>
        <translation>A&amp;nwenden</translation>
    </message>
    <message>
        <source>Restore the version of %1</source>
        <translation>Version vom %1 wiederherstellen</translation>
    </message>
    <message>
        <source>The version of %1 is back. Apply to use it.</source>
        <translation>Die Version vom %1 ist zurück. Sie gilt nach dem Anwenden.</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>Date&amp;i</translation>
    </message>
    <message>
        <source>F&amp;ind</source>
        <translation>&amp;Suchen</translation>
    </message>
    <message>
        <source>Re&amp;view changes…</source>
        <translation>Änderungen prü&amp;fen…</translation>
    </message>
    <message>
        <source>Earlier &amp;versions…</source>
        <translation>Frühere &amp;Versionen…</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>Problem</translation>
    </message>
    <message>
        <source>Configuration text</source>
        <translation>Text der Konfiguration</translation>
    </message>
    <message>
        <source>Valid. There is no node in it yet.</source>
        <translation>Gültig. Es steht noch kein Node darin.</translation>
    </message>
</context>
<context>
    <name>spillway::ui::Reasons</name>
    <message>
        <source>connection refused</source>
        <translation>Verbindung abgelehnt</translation>
    </message>
    <message>
        <source>the node closed the connection</source>
        <translation>der Knoten hat die Verbindung geschlossen</translation>
    </message>
    <message>
        <source>this machine has no free descriptor or port for the connection</source>
        <translation>dieser Computer hat keinen freien Deskriptor oder Port für die Verbindung</translation>
    </message>
    <message>
        <source>an empty body</source>
        <translation>leerem Inhalt</translation>
    </message>
    <message>
        <source>a body that is not JSON</source>
        <translation>Inhalt, der kein JSON ist</translation>
    </message>
    <message>
        <source>a body with neither result nor error</source>
        <translation>Inhalt ohne Ergebnis und ohne Fehler</translation>
    </message>
    <message>
        <source>an array instead of one answer</source>
        <translation>einer Liste statt einer Antwort</translation>
    </message>
    <message>
        <source>an error without words</source>
        <translation>einem Fehler ohne Worte</translation>
    </message>
    <message>
        <source>a result that cannot be used</source>
        <translation>einem unbrauchbaren Ergebnis</translation>
    </message>
    <message numerus="yes">
        <source>%n block(s) behind; allowed: %1</source>
        <translation>
            <numerusform>%n Block zurück; erlaubt: %1</numerusform>
            <numerusform>%n Blöcke zurück; erlaubt: %1</numerusform>
        </translation>
    </message>
    <message>
        <source>no answer within %1 ms</source>
        <translation>keine Antwort binnen %1 ms</translation>
    </message>
    <message>
        <source>%1 with %2</source>
        <comment>HTTP status, what came with it</comment>
        <translation>%1 mit %2</translation>
    </message>
    <message>
        <source>does not tell where its chain is: %1</source>
        <translation>sagt nicht, wo seine Chain steht: %1</translation>
    </message>
    <message>
        <source>At block %1 of %2</source>
        <translation>Bei Block %1 von %2</translation>
    </message>
    <message>
        <source>It reports the chain ID %1 instead of %2</source>
        <translation>Er meldet die Chain-ID %1 statt %2</translation>
    </message>
    <message>
        <source>Switched off in the configuration</source>
        <translation>In der Konfiguration ausgeschaltet</translation>
    </message>
    <message>
        <source>The credits that may be spent in this period are used up</source>
        <translation>Die Credits, die in diesem Zeitraum ausgegeben werden dürfen, sind verbraucht</translation>
    </message>
    <message>
        <source>All of its requests at a time are taken</source>
        <translation>Alle seine gleichzeitigen Anfragen sind vergeben</translation>
    </message>
    <message>
        <source>It has not served a request yet</source>
        <translation>Er hat noch keine Anfrage beantwortet</translation>
    </message>
    <message>
        <source>It is on another branch since block %1</source>
        <translation>Er ist seit Block %1 auf einem anderen Zweig</translation>
    </message>
    <message>
        <source>It claims to be %1 blocks above the head, and no other node confirms it</source>
        <translation>Er behauptet, %1 Blöcke über der Spitze zu sein, und kein anderer Node bestätigt es</translation>
    </message>
    <message>
        <source>Host not found</source>
        <translation>Rechner nicht gefunden</translation>
    </message>
    <message>
        <source>Connection timed out</source>
        <translation>keine Antwort auf den Verbindungsaufbau</translation>
    </message>
    <message>
        <source>Connection reset by peer</source>
        <translation>Verbindung von der Gegenseite abgebrochen</translation>
    </message>
    <message>
        <source>No route to host</source>
        <translation>kein Weg zum Rechner</translation>
    </message>
    <message>
        <source>Network is unreachable</source>
        <translation>Netz nicht erreichbar</translation>
    </message>
    <message>
        <source>name lookup for %1: %2</source>
        <translation>Namensauflösung für %1: %2</translation>
    </message>
    <message>
        <source>connect to %1: %2</source>
        <translation>Verbindung zu %1: %2</translation>
    </message>
    <message>
        <source>TLS handshake with %1: %2</source>
        <translation>TLS-Handshake mit %1: %2</translation>
    </message>
    <message>
        <source>no success within %1 ms</source>
        <translation>kein Erfolg innerhalb von %1 ms</translation>
    </message>
    <message>
        <source>It refuses what every node of such a chain answers (%1): %2</source>
        <translation>Er lehnt ab, was jeder Knoten einer solchen Chain beantwortet (%1): %2</translation>
    </message>
    <message>
        <source>It reports the chain ID %1 instead of %2, which counts because the chain has none in the configuration. Enter the right one there</source>
        <translation>Er meldet die Chain-ID %1 statt %2; diese gilt, weil in der Konfiguration keine steht. Tragen Sie dort die richtige ein</translation>
    </message>
</context>
<context>
    <name>spillway::ui::ReplayAllDialog</name>
    <message>
        <source>Replay %1 to all nodes</source>
        <translation>%1 auf allen Knoten wiederholen</translation>
    </message>
    <message>
        <source>This method changes something: every node would do so once more. Each of them also costs credits.</source>
        <translation>Diese Methode verändert etwas: Jeder Knoten täte das noch einmal. Jeder kostet außerdem Credits.</translation>
    </message>
    <message>
        <source>Each node of the chain is asked by itself, within its limits. Each answer costs credits.</source>
        <translation>Jeder Knoten der Chain wird für sich gefragt, innerhalb seiner Grenzen. Jede Antwort kostet Credits.</translation>
    </message>
    <message>
        <source>Answers of the nodes</source>
        <translation>Antworten der Knoten</translation>
    </message>
    <message>
        <source>&amp;Difference between</source>
        <translation>&amp;Unterschied zwischen</translation>
    </message>
    <message>
        <source>a&amp;nd</source>
        <translation>u&amp;nd</translation>
    </message>
    <message>
        <source>Answer to compare</source>
        <translation>Zu vergleichende Antwort</translation>
    </message>
    <message>
        <source>Answer to compare it with</source>
        <translation>Antwort, mit der verglichen wird</translation>
    </message>
    <message>
        <source>Lines in which the two answers differ</source>
        <translation>Zeilen, in denen sich die beiden Antworten unterscheiden</translation>
    </message>
    <message>
        <source>&amp;Send to all nodes</source>
        <translation>An alle Knoten &amp;senden</translation>
    </message>
    <message>
        <source>The proxy is stopped.</source>
        <translation>Der Proxy ist gestoppt.</translation>
    </message>
    <message>
        <source>No node of this chain is switched on.</source>
        <translation>Auf dieser Chain ist kein Knoten eingeschaltet.</translation>
    </message>
    <message numerus="yes">
        <source>Waiting for %n answer(s)…</source>
        <translation>
            <numerusform>Es fehlt noch %n Antwort…</numerusform>
            <numerusform>Es fehlen noch %n Antworten…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s) differ.</source>
        <translation>
            <numerusform>%n Antwort weicht ab.</numerusform>
            <numerusform>%n Antworten weichen ab.</numerusform>
        </translation>
    </message>
    <message>
        <source>All answers are the same.</source>
        <translation>Alle Antworten sind gleich.</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) gave no answer.</source>
        <translation>
            <numerusform>%n Knoten gab keine Antwort.</numerusform>
            <numerusform>%n Knoten gaben keine Antwort.</numerusform>
        </translation>
    </message>
    <message>
        <source>One of them is not there.</source>
        <translation>Eine von beiden fehlt.</translation>
    </message>
    <message>
        <source>%1 added, %2 removed</source>
        <comment>lines</comment>
        <translation>%1 hinzugefügt, %2 entfernt</translation>
    </message>
    <message>
        <source>Both are the same.</source>
        <translation>Beide sind gleich.</translation>
    </message>
</context>
<context>
    <name>spillway::ui::ReplayDialog</name>
    <message>
        <source>Replay %1</source>
        <translation>%1 wiederholen</translation>
    </message>
    <message>
        <source>This method changes something: sending it again may do so a second time. It also costs credits.</source>
        <translation>Diese Methode ändert etwas: Erneutes Senden kann es ein zweites Mal tun. Es kostet auch Credits.</translation>
    </message>
    <message>
        <source>The request goes through the pool once more, as any other, and costs credits.</source>
        <translation>Die Anfrage läuft noch einmal durch den Pool wie jede andere und kostet Credits.</translation>
    </message>
    <message>
        <source>&amp;Before, from %1</source>
        <translation>&amp;Vorher, von %1</translation>
    </message>
    <message>
        <source>&amp;Now</source>
        <translation>&amp;Jetzt</translation>
    </message>
    <message>
        <source>&amp;Send again</source>
        <translation>&amp;Erneut senden</translation>
    </message>
    <message>
        <source>The proxy is stopped.</source>
        <translation>Der Proxy ist gestoppt.</translation>
    </message>
    <message>
        <source>Waiting for the answer…</source>
        <translation>Warten auf die Antwort…</translation>
    </message>
    <message>
        <source>HTTP %1 after %2. %3</source>
        <comment>status, time, comparison</comment>
        <translation>HTTP %1 nach %2. %3</translation>
    </message>
    <message>
        <source>The answer is the same as before.</source>
        <translation>Die Antwort ist dieselbe wie vorher.</translation>
    </message>
    <message>
        <source>The answer differs from the one before.</source>
        <translation>Die Antwort unterscheidet sich von der vorherigen.</translation>
    </message>
    <message>
        <source>HTTP %1 after %2, without an answer.</source>
        <translation>HTTP %1 nach %2, ohne Antwort.</translation>
    </message>
    <message>
        <source>The answer from before was not kept in full.</source>
        <translation>Die frühere Antwort wurde nicht vollständig aufbewahrt.</translation>
    </message>
</context>
<context>
    <name>spillway::ui::ResetCounterDialog</name>
    <message>
        <source>Reset the counter of %1</source>
        <translation>Zähler von %1 zurücksetzen</translation>
    </message>
    <message>
        <source>The counter of this period stands at %1 credits. The provider will keep its own count: Spillway may then send requests that the provider refuses or bills.</source>
        <translation>Der Zähler dieses Zeitraums steht bei %1 Credits. Der Anbieter zählt für sich weiter: Spillway könnte dann Anfragen senden, die der Anbieter abweist oder berechnet.</translation>
    </message>
    <message>
        <source>&amp;Type the node’s name to go on:</source>
        <translation>Zum Fortfahren den &amp;Namen des Knotens eingeben:</translation>
    </message>
    <message>
        <source>&amp;Reset to 0</source>
        <translation>Auf 0 &amp;zurücksetzen</translation>
    </message>
</context>
<context>
    <name>spillway::ui::ReviewDialog</name>
    <message>
        <source>Review your changes</source>
        <translation>Änderungen prüfen</translation>
    </message>
    <message>
        <source>Only comments or the layout of the text change.</source>
        <translation>Nur Kommentare oder die Gestaltung des Textes ändern sich.</translation>
    </message>
    <message>
        <source>Problem: %1</source>
        <translation>Problem: %1</translation>
    </message>
    <message>
        <source>Note: %1</source>
        <translation>Hinweis: %1</translation>
    </message>
    <message>
        <source>What changes</source>
        <translation>Was sich ändert</translation>
    </message>
    <message>
        <source>Changed lines</source>
        <translation>Geänderte Zeilen</translation>
    </message>
    <message>
        <source>&amp;Apply</source>
        <translation>&amp;Anwenden</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>&amp;Schließen</translation>
    </message>
    <message>
        <source>%1 is new; no node uses it yet.</source>
        <translation>%1 ist neu; noch kein Knoten benutzt diese Liste.</translation>
    </message>
    <message>
        <source>%1 changes; no node pays other prices.</source>
        <translation>%1 ändert sich; für keinen Knoten gelten andere Preise.</translation>
    </message>
</context>
<context>
    <name>spillway::ui::RouteModel</name>
    <message>
        <source>After</source>
        <translation>Nach</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>Was geschah</translation>
    </message>
    <message>
        <source>Time line</source>
        <translation>Ablauf</translation>
    </message>
</context>
<context>
    <name>spillway::ui::SecurityTab</name>
    <message>
        <source>&amp;Add a token…</source>
        <translation>&amp;Token hinzufügen…</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>Access tokens</source>
        <translation>Zugriffstoken</translation>
    </message>
    <message>
        <source>&amp;Tokens:</source>
        <translation>T&amp;oken:</translation>
    </message>
    <message>
        <source>Web pages</source>
        <translation>Webseiten</translation>
    </message>
    <message>
        <source>Allowed &amp;origins:</source>
        <translation>Erlaubte &amp;Ursprünge:</translation>
    </message>
    <message>
        <source>allowed origins</source>
        <translation>erlaubte Ursprünge</translation>
    </message>
    <message>
        <source>Web pages that may use the proxy, one a line, such as http://localhost:3000. Others are turned away, because any page you open in a browser could otherwise spend your credits.</source>
        <translation>Webseiten, die den Proxy benutzen dürfen, je Zeile eine, etwa http://localhost:3000. Andere werden abgewiesen, weil sonst jede im Browser geöffnete Seite Credits ausgeben könnte.</translation>
    </message>
    <message>
        <source>Further &amp;host names:</source>
        <translation>Weitere Host&amp;namen:</translation>
    </message>
    <message>
        <source>allowed host names</source>
        <translation>erlaubte Hostnamen</translation>
    </message>
    <message>
        <source>Names under which tools may call a proxy that listens on this computer only, besides 127.0.0.1 and localhost.</source>
        <translation>Namen, unter denen Tools einen Proxy ansprechen dürfen, der nur auf diesem Computer erreichbar ist, außer 127.0.0.1 und localhost.</translation>
    </message>
    <message>
        <source>Methods</source>
        <translation>Methoden</translation>
    </message>
    <message>
        <source>Blocked &amp;namespaces:</source>
        <translation>&amp;Gesperrte Namensräume:</translation>
    </message>
    <message>
        <source>blocked namespaces</source>
        <translation>gesperrte Namensräume</translation>
    </message>
    <message>
        <source>Methods that begin with one of these words and an underscore are refused on EVM chains.</source>
        <translation>Methoden, die mit einem dieser Wörter und einem Unterstrich beginnen, werden auf EVM-Chains abgewiesen.</translation>
    </message>
    <message>
        <source>a token written in the file</source>
        <translation>ein Token, das in der Datei steht</translation>
    </message>
    <message>
        <source>These tokens have settings of their own; edit them in the config file.</source>
        <translation>Diese Token haben eigene Einstellungen; sie werden in der Konfigurationsdatei bearbeitet.</translation>
    </message>
    <message>
        <source>None: every program on this computer may use the proxy. With a token, tools send “Authorization: Bearer …” or put it first into the path of the address.</source>
        <translation>Keines: Jedes Programm auf diesem Computer darf den Proxy benutzen. Mit einem Token senden Tools „Authorization: Bearer …“ oder stellen es an den Anfang des Pfads der Adresse.</translation>
    </message>
    <message>
        <source>Tools need one of these: as “Authorization: Bearer …”, or first in the path of the address.</source>
        <translation>Tools brauchen eines davon: als „Authorization: Bearer …“ oder am Anfang des Pfads der Adresse.</translation>
    </message>
    <message>
        <source>Keyring not available</source>
        <translation>Schlüsselbund nicht verfügbar</translation>
    </message>
    <message>
        <source>Your keyring cannot keep the token.</source>
        <translation>Der Schlüsselbund kann das Token nicht aufbewahren.</translation>
    </message>
    <message>
        <source>It says: %1

The token can go into the file %2 instead, which only your user account can read, but which is not encrypted.</source>
        <translation>Die Meldung lautet: %1

Stattdessen kann das Token in die Datei %2, die nur das eigene Benutzerkonto lesen kann, die aber nicht verschlüsselt ist.</translation>
    </message>
    <message>
        <source>Store in the &amp;file, not encrypted</source>
        <translation>In der &amp;Datei speichern, unverschlüsselt</translation>
    </message>
    <message>
        <source>access tokens</source>
        <translation>Zugriffstoken</translation>
    </message>
    <message>
        <source>New access token</source>
        <translation>Neues Zugriffstoken</translation>
    </message>
    <message>
        <source>The new token is on the clipboard. Paste it into your tool now: it is not shown again.</source>
        <translation>Das neue Token ist in der Zwischenablage. Bitte jetzt in das Tool einfügen: Es wird nicht noch einmal gezeigt.</translation>
    </message>
    <message>
        <source>It counts once you apply your changes.</source>
        <translation>Es gilt, sobald die Änderungen angewendet sind.</translation>
    </message>
    <message>
        <source>The token was removed.</source>
        <translation>Das Token wurde entfernt.</translation>
    </message>
</context>
<context>
    <name>spillway::ui::Session</name>
    <message>
        <source>The proxy stopped meanwhile.</source>
        <translation>Der Proxy wurde inzwischen gestoppt.</translation>
    </message>
    <message>
        <source>The keyring cannot be used: %1</source>
        <translation>Der Schlüsselbund kann nicht benutzt werden: %1</translation>
    </message>
    <message>
        <source>The file could not be written: %1</source>
        <translation>Die Datei konnte nicht geschrieben werden: %1</translation>
    </message>
    <message>
        <source>Applied in %1 ms.</source>
        <translation>In %1 ms angewendet.</translation>
    </message>
    <message>
        <source>Saved.</source>
        <translation>Gespeichert.</translation>
    </message>
    <message>
        <source>The used credits of %1 could not be carried over: %2</source>
        <translation>Die verbrauchten Credits von %1 konnten nicht übernommen werden: %2</translation>
    </message>
    <message>
        <source>The file was read again.</source>
        <translation>Die Datei wurde neu gelesen.</translation>
    </message>
    <message>
        <source>The used credits of %1 are %2 now.</source>
        <translation>Die verbrauchten Credits von %1 betragen jetzt %2.</translation>
    </message>
    <message>
        <source>The used credits of %1 could not be set: %2</source>
        <translation>Die verbrauchten Credits von %1 konnten nicht gesetzt werden: %2</translation>
    </message>
    <message>
        <source>there is no valid configuration</source>
        <translation>es gibt keine gültige Konfiguration</translation>
    </message>
    <message>
        <source>The keyring was not opened.</source>
        <translation>Der Schlüsselbund wurde nicht geöffnet.</translation>
    </message>
    <message>
        <source>The keyring has not answered yet; it may be asking for its password.</source>
        <translation>Der Schlüsselbund hat noch nicht geantwortet; vielleicht fragt er nach seinem Passwort.</translation>
    </message>
</context>
<context>
    <name>spillway::ui::SetUsedDialog</name>
    <message>
        <source>Set used credits</source>
        <translation>Verbrauchte Credits setzen</translation>
    </message>
    <message>
        <source>Enter the number of credits that your provider&apos;s own page shows as used for “%1” in this billing period. Spillway goes on counting from there.</source>
        <translation>Die Anzahl der Credits eingeben, die die Seite des Anbieters für „%1“ in diesem Abrechnungszeitraum als verbraucht zeigt. Spillway zählt von dort aus weiter.</translation>
    </message>
    <message>
        <source>&amp;Used credits</source>
        <translation>Verbrauchte &amp;Credits</translation>
    </message>
    <message>
        <source>&amp;Set</source>
        <translation>&amp;Setzen</translation>
    </message>
    <message>
        <source>A whole number is needed, for example 12,400,000 or 12.4M.</source>
        <translation>Nötig ist eine ganze Zahl, zum Beispiel 12.400.000 oder 12,4M.</translation>
    </message>
    <message>
        <source>That is more than the limit of %1 credits: the node will stop until its period ends.</source>
        <translation>Das ist mehr als das Limit von %1 Credits: Der Knoten stoppt bis zum Ende seines Zeitraums.</translation>
    </message>
</context>
<context>
    <name>spillway::ui::SettingsPage</name>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>&amp;General</source>
        <translation>Allge&amp;mein</translation>
    </message>
    <message>
        <source>&amp;Listener</source>
        <translation>Net&amp;zwerk</translation>
    </message>
    <message>
        <source>&amp;Messages</source>
        <translation>Me&amp;ldungen</translation>
    </message>
    <message>
        <source>Sec&amp;urity</source>
        <translation>Siche&amp;rheit</translation>
    </message>
    <message>
        <source>St&amp;orage</source>
        <translation>Spei&amp;cher</translation>
    </message>
    <message>
        <source>Ad&amp;vanced</source>
        <translation>Er&amp;weitert</translation>
    </message>
</context>
<context>
    <name>spillway::ui::ShortcutsDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Taste</translation>
    </message>
    <message>
        <source>Pause the list of requests</source>
        <translation>Liste der Anfragen anhalten</translation>
    </message>
    <message>
        <source>Remove the chosen node or price</source>
        <translation>Gewählten Knoten oder Preis entfernen</translation>
    </message>
    <message>
        <source>Rename the chosen node</source>
        <translation>Gewählten Knoten umbenennen</translation>
    </message>
    <message>
        <source>Move the node between tiers</source>
        <translation>Knoten zwischen Stufen verschieben</translation>
    </message>
    <message>
        <source>%1 or %2</source>
        <translation>%1 oder %2</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>&amp;Schließen</translation>
    </message>
</context>
<context>
    <name>spillway::ui::Snippets</name>
    <message>
        <source>In your code</source>
        <translation>Im eigenen Code</translation>
    </message>
    <message>
        <source>In a terminal</source>
        <translation>In einem Terminal</translation>
    </message>
    <message>
        <source>In %1</source>
        <comment>a file</comment>
        <translation>In %1</translation>
    </message>
    <message>
        <source>Network name: %1</source>
        <translation>Netzwerkname: %1</translation>
    </message>
    <message>
        <source>In the wallet’s settings, under Networks</source>
        <translation>In den Einstellungen der Wallet, unter „Netzwerke“</translation>
    </message>
    <message>
        <source>The wallet asks the address for its chain ID before it saves it. Spillway answers that from its configuration, also while every provider is limited.</source>
        <translation>Die Wallet fragt die Adresse vor dem Speichern nach ihrer Chain-ID. Spillway beantwortet das aus seiner Konfiguration, auch während alle Anbieter drosseln.</translation>
    </message>
    <message>
        <source>Without wsEndpoint this library looks for WebSockets at the next higher port.</source>
        <translation>Ohne wsEndpoint sucht diese Bibliothek WebSockets am nächsthöheren Port.</translation>
    </message>
    <message>
        <source>This proxy asks clients for a token: send it as a bearer token, or as the first part of the path.</source>
        <translation>Dieser Proxy verlangt von Clients ein Token: als Bearer-Token oder als ersten Teil des Pfads senden.</translation>
    </message>
</context>
<context>
    <name>spillway::ui::Starter</name>
    <message>
        <source>This looks like a key alone. Paste the whole address that your provider shows beside it.</source>
        <translation>Das sieht nach einem Schlüssel allein aus. Bitte die ganze Adresse einfügen, die der Anbieter daneben zeigt.</translation>
    </message>
    <message>
        <source>This is no address: %1</source>
        <translation>Das ist keine Adresse: %1</translation>
    </message>
    <message>
        <source>This address is in the list already.</source>
        <translation>Diese Adresse steht schon in der Liste.</translation>
    </message>
    <message>
        <source>adding a node</source>
        <translation>Knoten hinzufügen</translation>
    </message>
    <message>
        <source>adding public endpoints</source>
        <translation>Öffentliche Adressen hinzufügen</translation>
    </message>
    <message>
        <source>choosing a plan for %1</source>
        <translation>Tarif für %1 wählen</translation>
    </message>
    <message>
        <source>putting %1 on its chain</source>
        <translation>%1 einer Chain zuordnen</translation>
    </message>
    <message>
        <source>choosing %1 no more</source>
        <translation>%1 abwählen</translation>
    </message>
</context>
<context>
    <name>spillway::ui::StatusLine</name>
    <message>
        <source>No nodes yet</source>
        <translation>Noch keine Knoten</translation>
    </message>
    <message>
        <source>%1 of %2 nodes available</source>
        <translation>%1 von %2 Knoten verfügbar</translation>
    </message>
    <message numerus="yes">
        <source>%n chain(s)</source>
        <translation>
            <numerusform>%n Chain</numerusform>
            <numerusform>%n Chains</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2 used, until %3</source>
        <translation>%1 %2 verbraucht, bis %3</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) configured</source>
        <translation>
            <numerusform>%n Knoten konfiguriert</numerusform>
            <numerusform>%n Knoten konfiguriert</numerusform>
        </translation>
    </message>
    <message>
        <source>this computer only</source>
        <translation>nur dieser Computer</translation>
    </message>
    <message>
        <source>open to the network</source>
        <translation>offen zum Netzwerk</translation>
    </message>
    <message>
        <source>capturing requests for %1 more</source>
        <translation>Anfragen werden noch %1 aufgezeichnet</translation>
    </message>
    <message>
        <source>demo with made-up nodes</source>
        <translation>Demo mit erfundenen Knoten</translation>
    </message>
</context>
<context>
    <name>spillway::ui::StorageTab</name>
    <message>
        <source>&amp;Test the keyring</source>
        <translation>&amp;Schlüsselbund testen</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Configuration:</source>
        <translation>Konfiguration:</translation>
    </message>
    <message>
        <source>Usage, history, backups:</source>
        <translation>Verbrauch, Verlauf, Sicherungen:</translation>
    </message>
    <message>
        <source>Window settings:</source>
        <translation>Fenstereinstellungen:</translation>
    </message>
    <message>
        <source>The last ten versions of the configuration are kept; the page “Config file” brings one back.</source>
        <translation>Die letzten zehn Versionen der Konfiguration werden aufbewahrt; die Seite „Konfigurationsdatei“ holt eine zurück.</translation>
    </message>
    <message>
        <source>Requests kept in memory</source>
        <translation>Im Arbeitsspeicher gehaltene Anfragen</translation>
    </message>
    <message>
        <source>&amp;Newest requests:</source>
        <translation>&amp;Neueste Anfragen:</translation>
    </message>
    <message>
        <source>For the page Traffic. They are gone when the program ends; figures by minute stay.</source>
        <translation>Für die Seite „Verkehr“. Mit dem Ende des Programms sind sie fort; die Werte pro Minute bleiben.</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Keys go to the keyring of your desktop; the configuration only names them.</source>
        <translation>Schlüssel kommen in den Schlüsselbund des Desktops; die Konfiguration nennt nur ihre Namen.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open the folder of: %1</source>
        <translation>Ordner öffnen von: %1</translation>
    </message>
    <message>
        <source>No program opened the folder %1.</source>
        <translation>Kein Programm hat den Ordner %1 geöffnet.</translation>
    </message>
    <message>
        <source>Testing…</source>
        <translation>Test läuft…</translation>
    </message>
    <message>
        <source>The keyring works.</source>
        <translation>Der Schlüsselbund funktioniert.</translation>
    </message>
    <message>
        <source>The keyring cannot be used: %1</source>
        <translation>Der Schlüsselbund kann nicht benutzt werden: %1</translation>
    </message>
</context>
<context>
    <name>spillway::ui::TierLanes</name>
    <message>
        <source>no rate limit</source>
        <translation>kein Ratenlimit</translation>
    </message>
    <message>
        <source>%1 of %2 req/s free</source>
        <comment>requests a second that the rate limit still lets through</comment>
        <translation>%1 von %2 Anfr./s frei</translation>
    </message>
    <message>
        <source>Share of the requests that each node got in the time shown above, and how much of its rate limit is free now.</source>
        <translation>Anteil der Anfragen, den jeder Knoten in der oben gezeigten Zeit bekam, und wie viel von seinem Ratenlimit jetzt frei ist.</translation>
    </message>
    <message>
        <source>%1 %2, %3</source>
        <comment>node, share, what is free</comment>
        <translation>%1 %2, %3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>tier, share</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>tier and share (its nodes)</comment>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>spillway::ui::Toast</name>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
</context>
<context>
    <name>spillway::ui::Traffic</name>
    <message>
        <source>off</source>
        <comment>why a node was skipped, one word</comment>
        <translation>aus</translation>
    </message>
    <message>
        <source>other chain</source>
        <comment>why a node was skipped, one word</comment>
        <translation>andere Chain</translation>
    </message>
    <message>
        <source>behind</source>
        <comment>why a node was skipped, one word</comment>
        <translation>zurück</translation>
    </message>
    <message>
        <source>resting</source>
        <comment>why a node was skipped, one word</comment>
        <translation>pausiert</translation>
    </message>
    <message>
        <source>no method</source>
        <comment>why a node was skipped, one word</comment>
        <translation>Methode fehlt</translation>
    </message>
    <message>
        <source>too wide</source>
        <comment>why a node was skipped, one word</comment>
        <translation>zu groß</translation>
    </message>
    <message>
        <source>full</source>
        <comment>why a node was skipped, one word</comment>
        <translation>voll</translation>
    </message>
    <message>
        <source>quota</source>
        <comment>why a node was skipped, one word</comment>
        <translation>Kontingent</translation>
    </message>
    <message>
        <source>limit</source>
        <comment>why a node was skipped, one word</comment>
        <translation>Limit</translation>
    </message>
    <message>
        <source>Sent to %1; it has not answered yet</source>
        <translation>Gesendet an %1; noch keine Antwort</translation>
    </message>
    <message>
        <source>Sent to %1: %2 (HTTP %3) after %4</source>
        <comment>node, outcome, status, time</comment>
        <translation>Gesendet an %1: %2 (HTTP %3) nach %4</translation>
    </message>
    <message>
        <source>Sent to %1: %2 after %3</source>
        <comment>node, outcome, time</comment>
        <translation>Gesendet an %1: %2 nach %3</translation>
    </message>
    <message>
        <source>Error %1</source>
        <translation>Fehler %1</translation>
    </message>
    <message>
        <source>HTTP %1</source>
        <translation>HTTP %1</translation>
    </message>
    <message>
        <source>OK, by Spillway</source>
        <translation>OK, von Spillway</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>Skipped %1: %2</source>
        <comment>node, reason</comment>
        <translation>%1 übergangen: %2</translation>
    </message>
    <message>
        <source>Answer of %1 went to the client: %2</source>
        <translation>Die Antwort von %1 ging an den Client: %2</translation>
    </message>
    <message>
        <source>Spillway answered the client: %1</source>
        <translation>Spillway hat dem Client geantwortet: %1</translation>
    </message>
    <message>
        <source>The client went away before there was an answer</source>
        <translation>Der Client ging fort, bevor es eine Antwort gab</translation>
    </message>
    <message>
        <source>%1 of it were spent waiting for a limit or a place</source>
        <translation>%1 davon vergingen mit Warten auf ein Limit oder einen Platz</translation>
    </message>
    <message numerus="yes">
        <source>%n credits</source>
        <translation>
            <numerusform>%n Credit</numerusform>
            <numerusform>%n Credits</numerusform>
        </translation>
    </message>
    <message>
        <source>as a second try because the first was slow</source>
        <translation>als zweiter Versuch, weil der erste langsam war</translation>
    </message>
</context>
<context>
    <name>spillway::ui::TrafficDetail</name>
    <message>
        <source>Route of the request</source>
        <translation>Weg der Anfrage</translation>
    </message>
    <message>
        <source>Rou&amp;te</source>
        <translation>&amp;Weg</translation>
    </message>
    <message>
        <source>Re&amp;quest</source>
        <translation>An&amp;frage</translation>
    </message>
    <message>
        <source>Respo&amp;nse</source>
        <translation>An&amp;twort</translation>
    </message>
    <message>
        <source>Body of the request</source>
        <translation>Inhalt der Anfrage</translation>
    </message>
    <message>
        <source>Body of the response</source>
        <translation>Inhalt der Antwort</translation>
    </message>
    <message>
        <source>Capture &amp;bodies for 5 minutes</source>
        <translation>Inhalte 5 &amp;Minuten lang aufzeichnen</translation>
    </message>
    <message>
        <source>Select a request to see its route.</source>
        <translation>Eine Anfrage auswählen, um ihren Weg zu sehen.</translation>
    </message>
    <message>
        <source>%1 on %2 at %3: %4 after %5</source>
        <comment>method, chain, time, result, duration</comment>
        <translation>%1 auf %2 um %3: %4 nach %5</translation>
    </message>
    <message>
        <source>The first %1 of %2; keys are removed.</source>
        <translation>Die ersten %1 von %2; Schlüssel sind entfernt.</translation>
    </message>
    <message>
        <source>%1; keys are removed.</source>
        <translation>%1; Schlüssel sind entfernt.</translation>
    </message>
    <message>
        <source>Bodies of new requests are being captured. This request came before that.</source>
        <translation>Inhalte neuer Anfragen werden aufgezeichnet. Diese Anfrage kam vorher.</translation>
    </message>
    <message>
        <source>The body of this request (%1) was not kept.</source>
        <translation>Der Inhalt dieser Anfrage (%1) wurde nicht aufbewahrt.</translation>
    </message>
</context>
<context>
    <name>spillway::ui::TrafficModel</name>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Chain</source>
        <translation>Chain</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>Weg</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Credits</source>
        <translation>Credits</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>Client</translation>
    </message>
</context>
<context>
    <name>spillway::ui::TrafficPage</name>
    <message>
        <source>Copy as c&amp;URL</source>
        <translation>Als c&amp;URL kopieren</translation>
    </message>
    <message>
        <source>Copy re&amp;quest</source>
        <translation>An&amp;frage kopieren</translation>
    </message>
    <message>
        <source>Request copied.</source>
        <translation>Anfrage kopiert.</translation>
    </message>
    <message>
        <source>Copy respo&amp;nse</source>
        <translation>Ant&amp;wort kopieren</translation>
    </message>
    <message>
        <source>Response copied.</source>
        <translation>Antwort kopiert.</translation>
    </message>
    <message>
        <source>Copy &amp;rows</source>
        <translation>&amp;Zeilen kopieren</translation>
    </message>
    <message>
        <source>Repla&amp;y</source>
        <translation>Wiede&amp;rholen</translation>
    </message>
    <message>
        <source>&amp;Filter like this cell</source>
        <translation>&amp;Nach dieser Zelle filtern</translation>
    </message>
    <message>
        <source>&amp;Leave out %1</source>
        <comment>a method</comment>
        <translation>%1 aus&amp;lassen</translation>
    </message>
    <message>
        <source>Show n&amp;ode %1</source>
        <translation>Kn&amp;oten %1 zeigen</translation>
    </message>
    <message>
        <source>Command copied.</source>
        <translation>Befehl kopiert.</translation>
    </message>
    <message>
        <source>Command copied, without parameters: the body of this request was not kept in full.</source>
        <translation>Befehl ohne Parameter kopiert: Der Inhalt dieser Anfrage wurde nicht vollständig aufbewahrt.</translation>
    </message>
    <message>
        <source>Export requests</source>
        <translation>Anfragen exportieren</translation>
    </message>
    <message>
        <source>HTTP archives (*.har)</source>
        <translation>HTTP-Archive (*.har)</translation>
    </message>
    <message>
        <source>JSON Lines (*.jsonl)</source>
        <translation>JSON Lines (*.jsonl)</translation>
    </message>
    <message numerus="yes">
        <source>%n requests saved.</source>
        <translation>
            <numerusform>%n Anfrage gespeichert.</numerusform>
            <numerusform>%n Anfragen gespeichert.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 could not be written: %2</source>
        <translation>%1 konnte nicht geschrieben werden: %2</translation>
    </message>
    <message>
        <source>Filter by method, node, client or error</source>
        <translation>Nach Methode, Knoten, Client oder Fehler filtern</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>Anha&amp;lten</translation>
    </message>
    <message>
        <source>Stop adding rows (Space); the engine goes on</source>
        <translation>Keine neuen Zeilen zeigen (Leertaste); der Kern arbeitet weiter</translation>
    </message>
    <message>
        <source>Capture &amp;bodies</source>
        <translation>&amp;Inhalte aufzeichnen</translation>
    </message>
    <message>
        <source>Copy a command that sends the selected request to the local endpoint; it never holds a provider’s key</source>
        <translation>Einen Befehl kopieren, der die gewählte Anfrage an die lokale Adresse sendet; er enthält nie den Schlüssel eines Anbieters</translation>
    </message>
    <message>
        <source>C&amp;lear</source>
        <translation>L&amp;eeren</translation>
    </message>
    <message>
        <source>Empty this list; nothing else is deleted</source>
        <translation>Leert diese Liste; sonst wird nichts gelöscht</translation>
    </message>
    <message>
        <source>E&amp;xport</source>
        <translation>E&amp;xportieren</translation>
    </message>
    <message>
        <source>Shown rows as &amp;JSON Lines…</source>
        <translation>Gezeigte Zeilen als &amp;JSON Lines…</translation>
    </message>
    <message>
        <source>Shown rows as &amp;HAR…</source>
        <translation>Gezeigte Zeilen als &amp;HAR…</translation>
    </message>
    <message>
        <source>Answered</source>
        <translation>Von einem Knoten</translation>
    </message>
    <message>
        <source>By Spillway</source>
        <translation>Von Spillway</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>Abgewiesen</translation>
    </message>
    <message>
        <source>Chain</source>
        <translation>Chain</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>&amp;Slower than</source>
        <translation>Lan&amp;gsamer als</translation>
    </message>
    <message>
        <source> ms</source>
        <translation> ms</translation>
    </message>
    <message>
        <source>any time</source>
        <translation>beliebig</translation>
    </message>
    <message>
        <source>Clear all filters</source>
        <translation>Alle Filter aufheben</translation>
    </message>
    <message>
        <source>All chains</source>
        <translation>Alle Chains</translation>
    </message>
    <message>
        <source>All nodes</source>
        <translation>Alle Knoten</translation>
    </message>
    <message>
        <source>No request fits the filter</source>
        <translation>Keine Anfrage passt zum Filter</translation>
    </message>
    <message numerus="yes">
        <source>%n requests are hidden by it.</source>
        <translation>
            <numerusform>Er blendet %n Anfrage aus.</numerusform>
            <numerusform>Er blendet %n Anfragen aus.</numerusform>
        </translation>
    </message>
    <message>
        <source>Clear &amp;filters</source>
        <translation>Fil&amp;ter aufheben</translation>
    </message>
    <message>
        <source>No requests yet</source>
        <translation>Noch keine Anfragen</translation>
    </message>
    <message>
        <source>Point a tool at %1 and its requests show up here.</source>
        <translation>Ein Tool auf %1 richten, dann erscheinen seine Anfragen hier.</translation>
    </message>
    <message>
        <source>The proxy is stopped</source>
        <translation>Der Proxy ist gestoppt</translation>
    </message>
    <message>
        <source>Requests show up here while it runs.</source>
        <translation>Anfragen erscheinen hier, während er läuft.</translation>
    </message>
    <message>
        <source>&amp;Start the proxy</source>
        <translation>Proxy &amp;starten</translation>
    </message>
    <message>
        <source>Bodies are captured until %1</source>
        <translation>Inhalte werden bis %1 aufgezeichnet</translation>
    </message>
    <message>
        <source>Keep the bodies of requests and responses for five minutes, at most 64 KiB each</source>
        <translation>Inhalte von Anfragen und Antworten fünf Minuten lang aufbewahren, jeweils höchstens 64 KiB</translation>
    </message>
    <message>
        <source>Paused. New requests are not added here; press Space to go on.</source>
        <translation>Angehalten. Neue Anfragen werden hier nicht gezeigt; mit der Leertaste geht es weiter.</translation>
    </message>
    <message>
        <source>Bodies are captured until %1. They stay in memory only, and keys are removed.</source>
        <translation>Inhalte werden bis %1 aufgezeichnet. Sie bleiben nur im Arbeitsspeicher, und Schlüssel werden entfernt.</translation>
    </message>
    <message>
        <source>Left out: %1</source>
        <translation>Ausgelassen: %1</translation>
    </message>
    <message>
        <source>Send this request again through the pool</source>
        <translation>Diese Anfrage noch einmal durch den Pool senden</translation>
    </message>
    <message>
        <source>Replay to &amp;all nodes…</source>
        <translation>Auf &amp;allen Knoten wiederholen…</translation>
    </message>
    <message>
        <source>Only a request whose whole body was captured can be sent again</source>
        <translation>Nur eine Anfrage, deren ganzer Inhalt aufgezeichnet wurde, kann erneut gesendet werden</translation>
    </message>
    <message>
        <source>Spilled over</source>
        <translation>Übergelaufen</translation>
    </message>
    <message>
        <source>About 1 in %1 requests is listed (%2). Errors and spills go first.</source>
        <translation>Etwa 1 von %1 Anfragen steht in der Liste (%2). Fehler und Überläufe haben Vorrang.</translation>
    </message>
    <message>
        <source>All requests are listed (%1).</source>
        <translation>Alle Anfragen stehen in der Liste (%1).</translation>
    </message>
    <message>
        <source>The filter shows %1 of %2.</source>
        <translation>Der Filter zeigt %1 von %2.</translation>
    </message>
</context>
<context>
    <name>spillway::ui::Tray</name>
    <message>
        <source>Spillway: stopped</source>
        <translation>Spillway: gestoppt</translation>
    </message>
    <message>
        <source>Spillway: starting</source>
        <translation>Spillway: startet</translation>
    </message>
    <message>
        <source>Spillway: stopping</source>
        <translation>Spillway: wird gestoppt</translation>
    </message>
    <message>
        <source>Spillway: not running</source>
        <translation>Spillway: läuft nicht</translation>
    </message>
    <message>
        <source>Spillway: running, no nodes yet</source>
        <translation>Spillway: läuft, noch keine Knoten</translation>
    </message>
    <message>
        <source>Spillway: running, no node answers</source>
        <translation>Spillway: läuft, kein Knoten antwortet</translation>
    </message>
    <message>
        <source>Spillway: running, %1 of %2 nodes</source>
        <translation>Spillway: läuft, %1 von %2 Knoten</translation>
    </message>
    <message>
        <source>%1, ends %2</source>
        <translation>%1, endet %2</translation>
    </message>
    <message>
        <source>&amp;Stop proxy</source>
        <translation>Proxy &amp;stoppen</translation>
    </message>
    <message>
        <source>&amp;Start proxy</source>
        <translation>Proxy &amp;starten</translation>
    </message>
    <message>
        <source>Spillway: running on %1</source>
        <translation>Spillway: läuft unter %1</translation>
    </message>
    <message>
        <source>p95 %1</source>
        <translation>p95 %1</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message>
        <source>%1 %2 used, until %3</source>
        <translation>%1 %2 verbraucht, bis %3</translation>
    </message>
    <message>
        <source>%1   %2 left, until %3</source>
        <translation>%1   %2 übrig, bis %3</translation>
    </message>
</context>
<context>
    <name>spillway::ui::TrayIcon</name>
    <message>
        <source>&amp;Copy address</source>
        <translation>Adresse &amp;kopieren</translation>
    </message>
    <message>
        <source>&amp;Nodes</source>
        <translation>K&amp;noten</translation>
    </message>
    <message>
        <source>&amp;Quotas</source>
        <translation>K&amp;ontingente</translation>
    </message>
    <message>
        <source>&amp;Test all now</source>
        <translation>Jetzt &amp;alle testen</translation>
    </message>
    <message>
        <source>Ca&amp;pture requests for 5 min</source>
        <translation>Anfragen 5 min lang auf&amp;zeichnen</translation>
    </message>
    <message>
        <source>&amp;Open Spillway</source>
        <translation>Spillway ö&amp;ffnen</translation>
    </message>
    <message>
        <source>S&amp;ettings…</source>
        <translation>&amp;Einstellungen…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
</context>
<context>
    <name>spillway::ui::UrlField</name>
    <message>
        <source>Paste an address from the clipboard</source>
        <translation>Eine Adresse aus der Zwischenablage einfügen</translation>
    </message>
    <message>
        <source>Paste address</source>
        <translation>Adresse einfügen</translation>
    </message>
    <message>
        <source>Show the key</source>
        <translation>Schlüssel zeigen</translation>
    </message>
    <message>
        <source>&amp;Paste another address</source>
        <translation>Andere Adresse &amp;einfügen</translation>
    </message>
    <message>
        <source>&amp;Show the key</source>
        <translation>Schl&amp;üssel zeigen</translation>
    </message>
    <message>
        <source>Paste the address or key</source>
        <translation>Adresse oder Schlüssel</translation>
    </message>
</context>
<context>
    <name>spillway::ui::format</name>
    <message>
        <source>%1 s</source>
        <comment>seconds</comment>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 min</source>
        <comment>minutes</comment>
        <translation>%1 min</translation>
    </message>
    <message>
        <source>%1 h</source>
        <comment>hours</comment>
        <translation>%1 h</translation>
    </message>
    <message>
        <source>%1 %2 min</source>
        <comment>hours, minutes</comment>
        <translation>%1 %2 min</translation>
    </message>
    <message numerus="yes">
        <source>%n days</source>
        <translation>
            <numerusform>%n Tag</numerusform>
            <numerusform>%n Tagen</numerusform>
        </translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>in %1</translation>
    </message>
    <message>
        <source>%1 %</source>
        <comment>percent</comment>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 req/s</source>
        <comment>requests per second</comment>
        <translation>%1 Anfr./s</translation>
    </message>
    <message>
        <source>d MMM</source>
        <comment>date format, day and month</comment>
        <translation>d. MMM</translation>
    </message>
    <message>
        <source>Up</source>
        <comment>state of a node</comment>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Not used yet</source>
        <comment>state of a node</comment>
        <translation>Unbenutzt</translation>
    </message>
    <message>
        <source>Penalised</source>
        <comment>state of a node</comment>
        <translation>Gesperrt</translation>
    </message>
    <message>
        <source>Rate limited</source>
        <comment>state of a node</comment>
        <translation>Gedrosselt</translation>
    </message>
    <message>
        <source>Set aside</source>
        <comment>state of a node</comment>
        <translation>Zurückgestellt</translation>
    </message>
    <message>
        <source>Saturated</source>
        <comment>state of a node</comment>
        <translation>Ausgelastet</translation>
    </message>
    <message>
        <source>Quota reached</source>
        <comment>state of a node</comment>
        <translation>Kontingent erreicht</translation>
    </message>
    <message>
        <source>Behind</source>
        <comment>state of a node</comment>
        <translation>Im Rückstand</translation>
    </message>
    <message>
        <source>Catching up</source>
        <comment>state of a node</comment>
        <translation>Holt auf</translation>
    </message>
    <message>
        <source>Wrong chain</source>
        <comment>state of a node</comment>
        <translation>Falsche Chain</translation>
    </message>
    <message>
        <source>Off</source>
        <comment>state of a node</comment>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Answered by a node</source>
        <translation>Von einem Knoten beantwortet</translation>
    </message>
    <message>
        <source>Answered by Spillway</source>
        <translation>Von Spillway beantwortet</translation>
    </message>
    <message>
        <source>Not a valid request</source>
        <translation>Keine gültige Anfrage</translation>
    </message>
    <message>
        <source>Method blocked</source>
        <translation>Methode gesperrt</translation>
    </message>
    <message>
        <source>Every node failed</source>
        <translation>Jeder Knoten hat versagt</translation>
    </message>
    <message>
        <source>No node may serve it</source>
        <translation>Kein Knoten darf sie bedienen</translation>
    </message>
    <message>
        <source>Timed out</source>
        <translation>Zeit abgelaufen</translation>
    </message>
    <message>
        <source>Too much at once</source>
        <translation>Zu viel auf einmal</translation>
    </message>
    <message>
        <source>Token missing or wrong</source>
        <translation>Token fehlt oder ist falsch</translation>
    </message>
    <message>
        <source>Origin not allowed</source>
        <translation>Ursprung nicht erlaubt</translation>
    </message>
    <message>
        <source>Client over its rate</source>
        <translation>Client über seiner Rate</translation>
    </message>
    <message>
        <source>Client went away</source>
        <translation>Client ging fort</translation>
    </message>
    <message>
        <source>switched off</source>
        <comment>why a node was skipped</comment>
        <translation>ausgeschaltet</translation>
    </message>
    <message>
        <source>wrong chain</source>
        <comment>why a node was skipped</comment>
        <translation>falsche Chain</translation>
    </message>
    <message>
        <source>behind the chain</source>
        <comment>why a node was skipped</comment>
        <translation>hinter der Chain zurück</translation>
    </message>
    <message>
        <source>resting after an error</source>
        <comment>why a node was skipped</comment>
        <translation>pausiert nach einem Fehler</translation>
    </message>
    <message>
        <source>method not supported or not priced</source>
        <comment>why a node was skipped</comment>
        <translation>Methode nicht unterstützt oder ohne Preis</translation>
    </message>
    <message>
        <source>log query too wide for it</source>
        <comment>why a node was skipped</comment>
        <translation>Log-Abfrage zu groß für ihn</translation>
    </message>
    <message>
        <source>all its places in use</source>
        <comment>why a node was skipped</comment>
        <translation>alle Plätze belegt</translation>
    </message>
    <message>
        <source>quota reached</source>
        <comment>why a node was skipped</comment>
        <translation>Kontingent erreicht</translation>
    </message>
    <message>
        <source>rate limit</source>
        <comment>why a node was skipped</comment>
        <translation>Ratenlimit</translation>
    </message>
    <message>
        <source>running</source>
        <comment>outcome of an attempt</comment>
        <translation>läuft</translation>
    </message>
    <message>
        <source>answered</source>
        <comment>outcome of an attempt</comment>
        <translation>beantwortet</translation>
    </message>
    <message>
        <source>HTTP error passed on</source>
        <comment>outcome of an attempt</comment>
        <translation>HTTP-Fehler weitergegeben</translation>
    </message>
    <message>
        <source>error passed on</source>
        <comment>outcome of an attempt</comment>
        <translation>Fehler weitergegeben</translation>
    </message>
    <message>
        <source>error, tried elsewhere</source>
        <comment>outcome of an attempt</comment>
        <translation>Fehler, anderswo versucht</translation>
    </message>
    <message>
        <source>rate limited</source>
        <comment>outcome of an attempt</comment>
        <translation>gedrosselt</translation>
    </message>
    <message>
        <source>plan used up</source>
        <comment>outcome of an attempt</comment>
        <translation>Tarif aufgebraucht</translation>
    </message>
    <message>
        <source>key rejected</source>
        <comment>outcome of an attempt</comment>
        <translation>Schlüssel abgelehnt</translation>
    </message>
    <message>
        <source>method not supported</source>
        <comment>outcome of an attempt</comment>
        <translation>Methode nicht unterstützt</translation>
    </message>
    <message>
        <source>answer was not JSON</source>
        <comment>outcome of an attempt</comment>
        <translation>Antwort war kein JSON</translation>
    </message>
    <message>
        <source>answer broke off</source>
        <comment>outcome of an attempt</comment>
        <translation>Antwort brach ab</translation>
    </message>
    <message>
        <source>HTTP error</source>
        <comment>outcome of an attempt</comment>
        <translation>HTTP-Fehler</translation>
    </message>
    <message>
        <source>timeout</source>
        <comment>outcome of an attempt</comment>
        <translation>Zeitüberschreitung</translation>
    </message>
    <message>
        <source>connection failed</source>
        <comment>outcome of an attempt</comment>
        <translation>Verbindung fehlgeschlagen</translation>
    </message>
    <message>
        <source>given up</source>
        <comment>outcome of an attempt</comment>
        <translation>aufgegeben</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <comment>date format, day, month and year</comment>
        <translation>d. MMM yyyy</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>date, time</comment>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>given up for a faster answer</source>
        <comment>outcome of an attempt</comment>
        <translation>aufgegeben, eine andere Antwort war schneller</translation>
    </message>
</context>
</TS>
