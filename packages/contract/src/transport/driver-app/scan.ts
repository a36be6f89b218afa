import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { scanCode } from '../../core/field/scan-code';
import { dateTime, id } from '../../core/page';

const base = '/api/tms/driverApp';
const text = z.string();

/** Reads the scanned code of a vehicle and says what binding would change; the page asks the driver before it calls `driverBindVehicle`. */
export const driverScanVehicle = endpoint({
  path: `${base}/scanVehicle`,
  access: 'session',
  title: '司机端：识别车辆二维码（限本人为司机的账号）',
  input: z.object({ code: scanCode }),
  output: z.object({
    plateNo: text,
    vehicleColor: z.number(),
    vehicleType: text,
    /** the caller is its main driver already */
    mine: z.boolean(),
    /** the present main driver, who would be replaced; null when there is none or it is the caller */
    driver: z.object({ id, name: text }).nullable(),
    /** vehicles whose main driver the caller would no longer be */
    others: z.array(z.object({ id, plateNo: text })),
  }),
});
export type ScannedVehicle = z.infer<typeof driverScanVehicle.output>;

/**
 * 绑定到这辆车: makes the caller the main driver of this vehicle and of no other. The request repeats what the driver agreed to; 4009 when that has
 * changed meanwhile, so that nobody is replaced unasked.
 */
export const driverBindVehicle = endpoint({
  path: `${base}/bindVehicle`,
  access: 'session',
  title: '司机端：扫码绑定车辆（限本人为司机的账号）',
  input: z.object({
    code: scanCode,
    /** main driver whom the caller agreed to replace */
    replaces: id.nullable(),
    /** vehicles that the caller agreed to leave */
    leaves: z.array(id).max(100, '绑定的车辆过多，请联系管理员处理'),
  }),
  output: z.object({ plateNo: text }),
});

/** Stops of the caller's running trips at the store whose code was scanned. */
export const driverScanStore = endpoint({
  path: `${base}/scanStore`,
  access: 'session',
  title: '司机端：识别门店收货二维码（限本人为司机的账号）',
  input: z.object({ code: scanCode }),
  output: z.object({
    storeName: text,
    storeCode: text,
    address: text,
    stops: z.array(
      z.object({
        waybillCode: text,
        stopId: id,
        stopSeq: z.number(),
        stopName: text,
        /** when the code was scanned there before */
        scanTime: dateTime.nullable(),
      }),
    ),
    /** names the running trips when none of them stops here; empty otherwise */
    msg: text,
  }),
});
export type ScannedStore = z.infer<typeof driverScanStore.output>;
