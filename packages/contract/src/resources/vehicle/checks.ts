import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { id } from '../../core/page';
import { button } from '../../shell/rights';
import { vehicleRead } from './access';

const base = '/api/base/manage/vehicle';
/** How many files 证照批量上传 takes at once. */
export const maxPaperFiles = 200;

/** Finds vehicle and kind of paper from the names of files; nothing is stored yet. A file that cannot be matched has the reason in `msg`. */
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
  /** one line per name, in the same order */
  output: z.array(
    z.object({
      name: z.string(),
      plateNo: z.string(),
      vehicleId: id.nullable(),
      docType: z.string().nullable(),
      /** why the file cannot be stored; '' when it can */
      msg: z.string(),
    }),
  ),
});

/** 药品GSP检查: vehicles with compartments of medicine that break a rule, each with its faults; ordered by plate, at most 1000. */
export const vehicleDrugCheck = endpoint({
  path: `${base}/drugCheck`,
  access: vehicleRead,
  title: '药品GSP不达标的车辆',
  input: z.object({}),
  output: z.object({
    /** number of vehicles with a compartment of medicine */
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
