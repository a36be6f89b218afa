-- Codes by text message as salted argon2id, like passwords: SHA-256 of six digits is guessed at once by whoever reads the table. What was sent before lives for
-- 300 s at most and is asked for again; its line stays, as it is counted.
alter table verify_code drop column code_sha256, add column code_hash text;
