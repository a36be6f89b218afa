-- Passwords that an import brought wait here for their full store form; the worker looks each minute.
create index app_user_quick_password on app_user (id) where pwd_hash like 'sha256$%';
