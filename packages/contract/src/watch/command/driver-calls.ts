import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { button } from '../../shell/rights';
import { commandBase as base, sentLines, terminalText, toVehicles, whole } from './pieces';

/**
 * What the driver is asked and what he may choose from at his terminal (JT/T 808-2013; of these the edition of 2019 has only who drives).
 */
const access = button('monitoring', 'location/driverMenu');

/** 提问 (0x8302): done when the driver has chosen an answer (0x0302). */
export const commandQuestion = endpoint({
  path: `${base}/question`,
  access,
  title: '向司机提问',
  input: toVehicles.extend({
    text: terminalText('问题', 100),
    urgent: z.boolean().default(false),
    speak: z.boolean().default(true),
    answers: z.array(terminalText('答案', 30)).min(2, '请至少填写两个答案').max(9, '最多9个答案'),
  }),
  output: sentLines,
});

/** Entries of a menu, by numbers that the terminal sends when one is chosen. */
const entries = (label: string) =>
  z
    .array(z.object({ id: whole(`${label}编号`, 1, 255, ''), text: terminalText(label, 30) }))
    .max(30, `最多30个${label}`)
    .superRefine((list, { addIssue }) => {
      list.forEach(({ id }, i) => {
        if (list.findIndex((other) => other.id === id) < i)
          addIssue({ code: 'custom', path: [i, 'id'], message: `${label}编号${id}重复` });
      });
    });

/** 事件设置 (0x8301): the events that the driver may report by a button; none: the terminal forgets all. */
export const commandEvents = endpoint({
  path: `${base}/events`,
  access,
  title: '设置司机上报事件',
  input: toVehicles.extend({ events: entries('事件') }),
  output: sentLines,
});

/** 点播菜单 (0x8303): the kinds of news that the driver may subscribe to; none: the terminal forgets all. */
export const commandInfoMenu = endpoint({
  path: `${base}/infoMenu`,
  access,
  title: '设置信息点播菜单',
  input: toVehicles.extend({ kinds: entries('信息') }),
  output: sentLines,
});

/** 信息服务 (0x8304): news of one kind. */
export const commandInfo = endpoint({
  path: `${base}/info`,
  access,
  title: '下发点播信息',
  input: toVehicles.extend({ kindId: whole('信息编号', 1, 255, ''), text: terminalText('内容', 300) }),
  output: sentLines,
});

/** 查询司机身份 (0x8702): whose card is in the terminal. */
export const commandDriverCard = endpoint({
  path: `${base}/driverCard`,
  access: button('monitoring', 'location/query'),
  title: '查询终端上的司机卡',
  input: toVehicles,
  output: sentLines,
});
