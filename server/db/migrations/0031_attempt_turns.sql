-- When the next attempt on an account may be judged: attempts take their turns from here, in whichever process they wait.
alter table attempts add column next_at timestamptz;
