-- The provider's own company keeps carriers like any other: its list asks for the company behind each of them.
grant execute on function app_partner, app_company_of to app_provider;
