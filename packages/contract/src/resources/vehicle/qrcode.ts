import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { dateTime, id } from '../../core/page';
import { button } from '../../shell/rights';

const base = '/api/base/manage/vehicle';
const access = button('vehicle', 'qrcode');

/** 二维码 of a vehicle; a driver who scans it becomes its main driver. */
const vehicleCode = z.object({
  plateNo: z.string(),
  vehicleColor: z.number(),
  vehicleType: z.string(),
  companyName: z.string(),
  driverName: z.string(),
  /** the path that the code opens */
  url: z.string(),
  /** version of the code; earlier versions no longer work */
  no: z.number(),
  /** when the former code was withdrawn; null: this is the first one */
  renewTime: dateTime.nullable(),
});

export const vehicleQrcode = endpoint({
  path: `${base}/qrcode`,
  access,
  title: '车辆二维码（司机扫码绑定）',
  input: z.object({ id }),
  output: vehicleCode,
});
/** 作废重发: withdraws the shown code and makes the next one; 4009 when somebody else did so in the meantime. */
export const vehicleQrcodeRenew = endpoint({
  path: `${base}/qrcodeRenew`,
  access,
  title: '作废车辆二维码并重发',
  input: z.object({ id, no: z.number('请刷新后重试').int().min(1, '请刷新后重试') }),
  output: vehicleCode,
});
