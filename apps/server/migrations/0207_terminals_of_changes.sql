-- 操作日志: with what kind of terminal a change was made (web, h5, tv, open, visit, act). Null: of a time before this was kept, or made by a job of the platform.
alter table change_history add column terminal text;
