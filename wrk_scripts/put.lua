-- Writes every key of the key space, round after round.
--
--    keys=100000        the key space: k0 to k99999
--    value=64           bytes of a value; it is never shorter than its head, "k42 v1 64 "
--    version=1          stands in the value, so that a later round of writes can be told from an earlier one
--    from=0             how many steps each thread has behind it: a run that was too short tells from where to go on
--    replicas=ack/from  sent with each request; left out unless given
--    seed=1             taken, as by all scripts, and not needed: the order is fixed
--
-- Once 1, 2 or 4 threads have sent `keys` requests in equal shares, every key is there. done() says if some are not.
--
-- wrk2 -t2 -c64 -d20s -R10000 -s wrk_scripts/put.lua http://127.0.0.1:8080 -- keys=100000 value=64

local kv = dofile((debug.getinfo(1, "S").source:match("^@(.*/)") or "") .. "kv.lua")
local version

setup = kv.setup

function init(args)
   local options = kv.start(args, kv.walking)
   version = options.version
   kv.walk(options.from)
end

function request()
   return kv.put(kv.next(), version)
end

function done(summary)
   kv.report_walk(summary, "wrote", "miss")
end
