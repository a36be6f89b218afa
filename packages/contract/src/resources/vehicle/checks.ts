import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { id } from '../../core/page';
import { button } from '../../shell/rights';
import { vehicleRead } from './access';

const base = '/api/base/manage/vehicle';
/** Files that are read in one go (证照批量上传). */
export const maxPaperFiles = 200;

/** Whose papers files are, by their names; nothing is kept yet. A file without a vehicle or a kind says why. */
export const vehiclePaperMatch = endpoint({
  path: `${base}/paper/match`,
  access: button('vehicle', 'edit'),
  title: '按文件名识别证照所属车辆和类型',
  input: z.object({
    names: z
      .array(z.string().min(1, '文件名不能为空').max(255, '文件名最多255个字符'))
      .min(1, '请选择文件')
      .max(maxPaperFiles, `一次最多${maxPaperFiles}个文件`),
  }),
  /** a line for each name, in their order */
  output: z.array(
    z.object({
      name: z.string(),
      plateNo: z.string(),
      vehicleId: id.nullable(),
      docType: z.string().nullable(),
      /** why it cannot be kept; '' when it can */
      msg: z.string(),
    }),
  ),
});

/** 药品GSP检查: vehicles with compartments of medicine that do not keep to the rule, each with what is wrong; by plate, 1000 at most. */
export const vehicleDrugCheck = endpoint({
  path: `${base}/drugCheck`,
  access: vehicleRead,
  title: '药品GSP不达标的车辆',
  input: z.object({}),
  output: z.object({
    /** vehicles that have such a compartment */
    checked: z.number(),
    failing: z.array(
      z.object({
        id,
        plateNo: z.string(),
        vehicleColor: z.number(),
        fleetName: z.string(),
        faults: z.array(z.string()),
      }),
    ),
  }),
});
