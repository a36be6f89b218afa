-- 修改密码 is a menu that roles give (10489). Until now everybody had it, so every role that there is gets it.
insert into role_menu (client_id, role_id, menu_key)
select client_id, id, 'changePassword' from role where not all_rights
on conflict do nothing;
