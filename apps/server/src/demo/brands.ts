import type { Transaction } from 'kysely';
import type { DB } from '../core/db-types';
import { demoClients } from './people';

/** A fruit in the colours of nobody: what a customer's own logo could look like. */
const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36" width="36" height="36"><circle cx="18" cy="21" r="13" fill="#e0662b"/><path d="M18 8c1-5 5-6 9-6-1 5-4 7-9 6z" fill="#3d8b4e"/><path d="M10 21a8 8 0 0 1 6-7" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round"/></svg>`;

/** Customer service of the cold-chain company, and a brand of its own for the shipper (found as `fruit.<host>` too). */
export async function seedBrands(trx: Transaction<DB>): Promise<void> {
  const service = { service_phone: '400-800-2026', service_hours: '每天 8:00–22:00' };
  await trx
    .insertInto('oem_brand')
    .values([
      {
        client_id: demoClients.cold.id,
        platform_name: '通达',
        ...service,
        service_wechat_url: 'https://work.weixin.qq.com/kfid/demo',
      },
      {
        client_id: demoClients.shipper.id,
        platform_name: '鲜果通',
        logo_url: `data:image/svg+xml,${encodeURIComponent(logo)}`,
        favicon_url: `data:image/svg+xml,${encodeURIComponent(logo)}`,
        url_name: 'fruit',
        ...service,
      },
    ])
    .execute();
}
