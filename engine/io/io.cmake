spillway_room(io
    SOURCES io/deferredcalls.cpp io/descriptor.cpp io/dispatchertimers.cpp io/epolldispatcher.cpp io/epollstream.cpp
            io/iocontext.cpp io/qtplainstream.cpp io/qtstream.cpp io/qttlsstream.cpp io/stream.cpp io/streamstate.cpp io/timers.cpp
            io/transportstream.cpp
            io/httpclient.cpp io/httpclientread.cpp io/httpheader.cpp io/httpparser.cpp io/httpusualhead.cpp io/httpserver.cpp io/httpserverread.cpp
            io/httpserverwrite.cpp io/httptext.cpp io/inflate.cpp
    DEPENDS spillway_core Qt6::Network QCoro6::Core
    LINK spillway_llhttp ZLIB::ZLIB)
