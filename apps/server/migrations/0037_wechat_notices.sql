-- Notices by WeChat that the built-in sender keeps instead of sending them (no official account with a template is set up).
create table wechat_outbox (
  id bigint generated always as identity primary key,
  -- the message's own key: sent again after a crash it is kept once
  message_id text not null unique,
  open_id text not null,
  title text not null,
  content text not null,
  created_at timestamptz not null default now()
);
create index wechat_outbox_at on wechat_outbox (created_at desc);
