-- Reads and writes keys of the key space in random order, and checks what the reads bring.
--
--    keys=100000        the key space: k0 to k99999
--    reads=0.9          the share of reads, 0 to 1; the rest are writes
--    value=64           bytes of a value that is written; it is never shorter than its head, "k42 v1 64 "
--    version=1          of the values that are written; a read may bring any version
--    verify=yes         no: leave the answers unchecked, which saves some of wrk's CPU time
--    seed=1             the same seed gives each thread the same requests in the same order
--    replicas=ack/from  sent with each request; left out unless given
--
-- On a store that put.lua has not filled, reads of keys that nobody has written yet count as missing.
--
-- wrk2 -t2 -c64 -d20s -R10000 -s wrk_scripts/mixed.lua http://127.0.0.1:8080 -- reads=0.5 value=1024

local kv = dofile((debug.getinfo(1, "S").source:match("^@(.*/)") or "") .. "kv.lua")
local last, reads, version

setup = kv.setup

function init(args)
   local options = kv.start(args, { verify = kv.yes, reads = kv.number(0.9, 0, 1, kv.decimal) })
   last, reads, version = options.keys - 1, options.reads, options.version
   if options.verify == "yes" then kv.verify(0) end
end

function request()
   local n = math.random(0, last)
   if math.random() < reads then return kv.get(n) end
   return kv.put(n, version)
end

function done()
   kv.report_verify()
end
