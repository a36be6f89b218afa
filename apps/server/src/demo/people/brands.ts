import type { Trx } from '../../core/db/trx';
import { fruitLogin, fruitLogo } from './brand-pictures';
import { demoClients } from './users';

/** Customer service of the cold-chain company, and a brand of its own for the shipper (found as `fruit.<host>` too). */
export async function seedBrands(trx: Trx): Promise<void> {
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
        logo_url: fruitLogo,
        favicon_url: fruitLogo,
        url_name: 'fruit',
        theme_color: '#c2571a',
        login_bg_url: fruitLogin,
        login_logo_url: fruitLogo,
        icp: '沪ICP备20260000号（演示）',
        ...service,
      },
    ])
    .execute();
}
