-- Who lets a screen on the wall in says what it opens and for how many days; null: the home page, and as long as the company allows.
alter table login_grant
  add column screen_page text,
  add column screen_days smallint check (screen_days between 1 and 30);

-- A screen may stay for 30 days where the company says so.
alter table client drop constraint client_screen_max_h_check;
alter table client add constraint client_screen_max_h_check check (screen_max_h between 1 and 720);

-- Where phones get the app of this brand; '' = none of its own.
alter table oem_brand
  add column app_url text not null default '' check (app_url = '' or app_url ~ '^https?://');
