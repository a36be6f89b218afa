-- 操作日志: where a change came from. Null: of a time before this was kept, or made by a job of the platform.
alter table change_history add column ip text;

-- 接口发送日志: what the last sending of an item took, and the code of the answer where it came by HTTP.
alter table forward_item add column took_ms int, add column answer_code smallint;
