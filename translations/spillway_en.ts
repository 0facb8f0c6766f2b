<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>NodeEdits</name>
    <message numerus="yes">
        <source>Remove %n node(s)</source>
        <translation>
            <numerusform>Remove %n node</numerusform>
            <numerusform>Remove %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Switch %n node(s) on</source>
        <translation>
            <numerusform>Switch %n node on</numerusform>
            <numerusform>Switch %n nodes on</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Switch %n node(s) off</source>
        <translation>
            <numerusform>Switch %n node off</numerusform>
            <numerusform>Switch %n nodes off</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>spillway::ui::ChainFigures</name>
    <message numerus="yes">
        <source>None of its %n node(s) is behind.</source>
        <translation>
            <numerusform>Its %n node is not behind.</numerusform>
            <numerusform>None of its %n nodes is behind.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of its %n node(s) are behind.</source>
        <translation>
            <numerusform>%1 of %n node is behind.</numerusform>
            <numerusform>%1 of its %n nodes are behind.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Blocks were replaced %n time(s) since the start.</source>
        <translation>
            <numerusform>Blocks were replaced %n time since the start.</numerusform>
            <numerusform>Blocks were replaced %n times since the start.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>spillway::ui::ChangeBar</name>
    <message numerus="yes">
        <source>&lt;b&gt;%n unsaved change(s)&lt;/b&gt;</source>
        <translation>
            <numerusform>&lt;b&gt;%n unsaved change&lt;/b&gt;</numerusform>
            <numerusform>&lt;b&gt;%n unsaved changes&lt;/b&gt;</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n problem(s) to mend first (&lt;a href=&quot;problems&quot;&gt;show&lt;/a&gt;)</source>
        <translation>
            <numerusform>%n problem to mend first (&lt;a href=&quot;problems&quot;&gt;show&lt;/a&gt;)</numerusform>
            <numerusform>%n problems to mend first (&lt;a href=&quot;problems&quot;&gt;show&lt;/a&gt;)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>spillway::ui::Chart</name>
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
    <name>spillway::ui::ClosingDialog</name>
    <message numerus="yes">
        <source>Finishing %n request(s)…</source>
        <translation>
            <numerusform>Finishing %n request…</numerusform>
            <numerusform>Finishing %n requests…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>spillway::ui::DashboardPage</name>
    <message numerus="yes">
        <source>%Ln in flight</source>
        <translation>
            <numerusform>%Ln in flight</numerusform>
            <numerusform>%Ln in flight</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln not, in 5 minutes</source>
        <translation>
            <numerusform>%Ln not, in 5 minutes</numerusform>
            <numerusform>%Ln not, in 5 minutes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>spillway::ui::Describer</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Access tokens of clients were changed; %n in all.</source>
        <translation>
            <numerusform>Access tokens of clients were changed; %n in all.</numerusform>
            <numerusform>Access tokens of clients were changed; %n in all.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>spillway::ui::DiffView</name>
    <message numerus="yes">
        <source>%n unchanged line(s)</source>
        <translation>
            <numerusform>%n unchanged line</numerusform>
            <numerusform>%n unchanged lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>spillway::ui::Episodes</name>
    <message numerus="yes">
        <source>%n times</source>
        <translation>
            <numerusform>%n time</numerusform>
            <numerusform>%n times</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>spillway::ui::FindBar</name>
    <message numerus="yes">
        <source>%n match(es)</source>
        <translation>
            <numerusform>%n match</numerusform>
            <numerusform>%n matches</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>spillway::ui::FirstRequest</name>
    <message numerus="yes">
        <source> after %n attempt(s)</source>
        <translation>
            <numerusform> after %n attempt</numerusform>
            <numerusform> after %n attempts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>spillway::ui::GetStartedPage</name>
    <message numerus="yes">
        <source>%n public endpoint(s) added.</source>
        <translation>
            <numerusform>%n public endpoint added.</numerusform>
            <numerusform>%n public endpoints added.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>What choosing the chain had done was taken back for %n node(s).</source>
        <translation>
            <numerusform>What choosing the chain had done was taken back for %n node.</numerusform>
            <numerusform>What choosing the chain had done was taken back for %n nodes.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>spillway::ui::HeaderBar</name>
    <message numerus="yes">
        <source>Messages, %n new</source>
        <translation>
            <numerusform>Messages, %n new</numerusform>
            <numerusform>Messages, %n new</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>spillway::ui::LogPage</name>
    <message numerus="yes">
        <source>%n lines are hidden by it.</source>
        <translation>
            <numerusform>%n line is hidden by it.</numerusform>
            <numerusform>%n lines are hidden by it.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>spillway::ui::MainWindow</name>
    <message numerus="yes">
        <source>%n node(s) cannot serve now</source>
        <translation>
            <numerusform>%n node cannot serve now</numerusform>
            <numerusform>%n nodes cannot serve now</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n error(s) in the configuration</source>
        <translation>
            <numerusform>%n error in the configuration</numerusform>
            <numerusform>%n errors in the configuration</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>&amp;Discard %n change(s)</source>
        <translation>
            <numerusform>&amp;Discard %n change</numerusform>
            <numerusform>&amp;Discard %n changes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) were not applied yet.</source>
        <translation>
            <numerusform>%n change was not applied yet.</numerusform>
            <numerusform>%n changes were not applied yet.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>spillway::ui::NodesModel</name>
    <message numerus="yes">
        <source>All %n of its requests at a time are taken. It goes on as soon as one is answered.</source>
        <translation>
            <numerusform>The %n request at a time that it may have is taken. It goes on as soon as that is answered.</numerusform>
            <numerusform>All %n of its requests at a time are taken. It goes on as soon as one is answered.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>spillway::ui::NodesPage</name>
    <message numerus="yes">
        <source>%1 of %n node(s) passed the connection test.</source>
        <translation>
            <numerusform>%1 of %n node passed the connection test.</numerusform>
            <numerusform>%1 of %n nodes passed the connection test.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) removed.</source>
        <translation>
            <numerusform>%n node removed.</numerusform>
            <numerusform>%n nodes removed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>spillway::ui::NoticeRules</name>
    <message numerus="yes">
        <source>It was left out %n time(s) in ten minutes.</source>
        <translation>
            <numerusform>It was left out %n time in ten minutes.</numerusform>
            <numerusform>It was left out %n times in ten minutes.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At this week&apos;s pace it reaches its stop on %1, %n day(s) before it resets.</source>
        <translation>
            <numerusform>At this week&apos;s pace it reaches its stop on %1, %n day before it resets.</numerusform>
            <numerusform>At this week&apos;s pace it reaches its stop on %1, %n days before it resets.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>spillway::ui::PricingPage</name>
    <message numerus="yes">
        <source>%1 (%n node(s))</source>
        <translation>
            <numerusform>%1 (%n node)</numerusform>
            <numerusform>%1 (%n nodes)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Used by %n node(s): %1.</source>
        <translation>
            <numerusform>Used by %n node: %1.</numerusform>
            <numerusform>Used by %n nodes: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove %n price(s)</source>
        <translation>
            <numerusform>Remove %n price</numerusform>
            <numerusform>Remove %n prices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n price(s) removed.</source>
        <translation>
            <numerusform>%n price removed.</numerusform>
            <numerusform>%n prices removed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The copy is %1; %n node(s) use it now.</source>
        <translation>
            <numerusform>The copy is %1; %n node uses it now.</numerusform>
            <numerusform>The copy is %1; %n nodes use it now.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>spillway::ui::ProblemBanners</name>
    <message numerus="yes">
        <source>(And %n more.)</source>
        <translation>
            <numerusform>(And %n more.)</numerusform>
            <numerusform>(And %n more.)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>spillway::ui::Quotas</name>
    <message numerus="yes">
        <source>%n days before it resets</source>
        <translation>
            <numerusform>%n day before it resets</numerusform>
            <numerusform>%n days before it resets</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>spillway::ui::RawPage</name>
    <message numerus="yes">
        <source>%n error(s); nothing can be applied until they are gone.</source>
        <translation>
            <numerusform>%n error; nothing can be applied until it is gone.</numerusform>
            <numerusform>%n errors; nothing can be applied until they are gone.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Valid, with %n warning(s).</source>
        <translation>
            <numerusform>Valid, with %n warning.</numerusform>
            <numerusform>Valid, with %n warnings.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>spillway::ui::Reasons</name>
    <message numerus="yes">
        <source>%n block(s) behind; allowed: %1</source>
        <translation>
            <numerusform>%n block behind; allowed: %1</numerusform>
            <numerusform>%n blocks behind; allowed: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>spillway::ui::ReplayAllDialog</name>
    <message numerus="yes">
        <source>Waiting for %n answer(s)…</source>
        <translation>
            <numerusform>Waiting for %n answer…</numerusform>
            <numerusform>Waiting for %n answers…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s) differ.</source>
        <translation>
            <numerusform>%n answer differs.</numerusform>
            <numerusform>%n answers differ.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) gave no answer.</source>
        <translation>
            <numerusform>%n node gave no answer.</numerusform>
            <numerusform>%n nodes gave no answer.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>spillway::ui::StatusLine</name>
    <message numerus="yes">
        <source>%n chain(s)</source>
        <translation>
            <numerusform>%n chain</numerusform>
            <numerusform>%n chains</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) configured</source>
        <translation>
            <numerusform>%n node configured</numerusform>
            <numerusform>%n nodes configured</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>spillway::ui::Traffic</name>
    <message numerus="yes">
        <source>%n credits</source>
        <translation>
            <numerusform>%n credit</numerusform>
            <numerusform>%n credits</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>spillway::ui::TrafficPage</name>
    <message numerus="yes">
        <source>%n requests saved.</source>
        <translation>
            <numerusform>%n request saved.</numerusform>
            <numerusform>%n requests saved.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n requests are hidden by it.</source>
        <translation>
            <numerusform>%n request is hidden by it.</numerusform>
            <numerusform>%n requests are hidden by it.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>spillway::ui::format</name>
    <message numerus="yes">
        <source>%n days</source>
        <translation>
            <numerusform>%n day</numerusform>
            <numerusform>%n days</numerusform>
        </translation>
    </message>
</context>
</TS>
