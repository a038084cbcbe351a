-- Reads the keys of the key space in random order, each as often as the others, and checks what comes.
--
--    keys=100000        the key space: k0 to k99999; write it first, with put.lua
--    verify=yes         no: leave the answers unchecked, which saves some of wrk's CPU time
--    version=1          a value of an older version is wrong
--    seed=1             the same seed gives each thread the same keys in the same order
--    replicas=ack/from  sent with each request; left out unless given
--    value: taken, as by all scripts, and not needed, since a value tells its own length
--
-- wrk2 -t2 -c64 -d20s -R10000 -s wrk_scripts/get.lua http://127.0.0.1:8080 -- keys=100000

local kv = dofile((debug.getinfo(1, "S").source:match("^@(.*/)") or "") .. "kv.lua")
local last

setup = kv.setup

function init(args)
   local options = kv.start(args, { verify = kv.yes })
   last = options.keys - 1
   if options.verify == "yes" then kv.verify(options.version) end
end

function request()
   return kv.get(math.random(0, last))
end

function done()
   kv.report_verify()
end
