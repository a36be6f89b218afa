-- On one's own server (DATABASE_URL) the owner need not be a superuser: then a transaction may become app_tenant or app_provider only as their member.
grant app_tenant, app_provider to current_user;
