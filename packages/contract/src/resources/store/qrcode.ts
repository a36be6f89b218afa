import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { dateTime, id } from '../../core/page';
import { button } from '../../shell/rights';

/** How many codes one call prints at most. */
export const maxStoreCodes = 300;

/** 收货二维码 of stores; a driver registers his arrival by scanning it. */
export const storeQrcode = endpoint({
  path: '/api/base/manage/store/qrcode',
  access: button('store', 'print'),
  title: '打印门店收货二维码的数据',
  input: z.object({
    ids: z.array(id).min(1, '请选择门店').max(maxStoreCodes, `一次最多打印${maxStoreCodes}个门店，请分批选择`),
  }),
  output: z.object({
    companyName: z.string(),
    printTime: dateTime,
    printUser: z.string(),
    stores: z.array(
      z.object({
        id,
        storeCode: z.string(),
        storeName: z.string(),
        /** district and street */
        address: z.string(),
        /** the path that the code opens */
        url: z.string(),
      }),
    ),
  }),
});
