-- Deletes every key of the key space, round after round, in the order in which put.lua writes them.
--
--    keys=100000        the key space: k0 to k99999
--    from=0             how many steps each thread has behind it: a run that was too short tells from where to go on
--    replicas=ack/from  sent with each request; left out unless given
--    value, version, seed: taken, as by all scripts, and not needed
--
-- Once 1, 2 or 4 threads have sent `keys` requests in equal shares, every key is gone. done() says if some are not.
--
-- wrk2 -t2 -c64 -d20s -R10000 -s wrk_scripts/delete.lua http://127.0.0.1:8080 -- keys=100000

local kv = dofile((debug.getinfo(1, "S").source:match("^@(.*/)") or "") .. "kv.lua")

setup = kv.setup

function init(args)
   kv.walk(kv.start(args, kv.walking).from)
end

function request()
   return kv.delete(kv.next())
end

function done(summary)
   kv.report_walk(summary, "deleted", "find")
end
