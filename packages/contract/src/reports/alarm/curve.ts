import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { id } from '../../core/page';
import { menus } from '../../shell/menus';
import { curveAnswer } from '../kit/curve';

/** 报警曲线: what an alarm is about, some time around it (report.md 6.0). 4004 where the caller may see the alarm and not these readings. */
export const alarmCurve = endpoint({
  path: '/api/report/alarm/curve',
  // where the alarm itself is looked at
  access: { menu: [menus.monitoring.id, menus.alarmRecord.id] },
  title: '报警前后的读数曲线',
  visit: 'look',
  input: z.object({ id }),
  output: curveAnswer,
});
