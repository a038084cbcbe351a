-- Waits until a file descriptor is readable or so many nanoseconds have passed, less than a second.

local ffi = require("ffi")

ffi.cdef([[
   struct kvlab_poll { int fd; short events; short seen; };
   struct kvlab_time { long seconds; long nanos; };
   int ppoll(struct kvlab_poll *, unsigned long count, const struct kvlab_time *, const void *signals);
]])

local READABLE = 1

local poll = ffi.new("struct kvlab_poll[1]", { { ..., READABLE, 0 } })
local time = ffi.new("struct kvlab_time[1]")
local C = ffi.C

return function(nanos)
   time[0].nanos = nanos
   C.ppoll(poll, 1, time, nil)
end
