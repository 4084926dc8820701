//! What each operation runs on the server, atomically and on the server's own clock.

use redis::Script;

const NOW: &str = "local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
";

/// One that is late changes nothing, and is told so. All answers have the time.
const CLAIM: &str = "if now > tonumber(ARGV[5]) then return {now, {'late'}} end
local h = redis.call('HMGET', KEYS[1], 'a', 'f', 'u', 'r')
if not h[1] then
  redis.call('HSET', KEYS[1], 'a', ARGV[1], 'f', ARGV[2], 'u', now + ARGV[3])
  redis.call('PEXPIRE', KEYS[1], ARGV[4])
  return {now, {'fresh'}}
end
if h[4] then return {now, {'done', h[1], h[4]}} end
if h[2] == ARGV[2] then
  redis.call('HSET', KEYS[1], 'u', now + ARGV[3])
  return {now, {'fresh'}}
end
if now < tonumber(h[3]) then return {now, {'running', h[1]}} end
return {now, {'unknown', h[1]}}";

const RENEW: &str = "local h = redis.call('HMGET', KEYS[1], 'f', 'r')
if h[1] ~= ARGV[1] or h[2] then return 0 end
redis.call('HSET', KEYS[1], 'u', now + ARGV[2])
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[2]) then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 1";

const SETTLE: &str = "local h = redis.call('HMGET', KEYS[1], 'f', 'r')
if h[1] ~= ARGV[1] then return 0 end
if not h[2] then redis.call('HSET', KEYS[1], 'r', ARGV[2]) end
return 1";

const RELEASE: &str = "local h = redis.call('HMGET', KEYS[1], 'f', 'r')
if h[1] == ARGV[1] and not h[2] then redis.call('DEL', KEYS[1]) end
return 1";

#[derive(Clone)]
pub(super) struct Scripts {
    pub(super) claim: Script,
    pub(super) renew: Script,
    pub(super) settle: Script,
    pub(super) release: Script,
}

impl Scripts {
    pub(super) fn new() -> Self {
        Self {
            claim: Script::new(&format!("{NOW}{CLAIM}")),
            renew: Script::new(&format!("{NOW}{RENEW}")),
            settle: Script::new(SETTLE),
            release: Script::new(RELEASE),
        }
    }
}
