import { z } from 'zod';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { defineEnum } from '../../core/enum';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';
import { msgCategory, msgType } from '../system-enums';

/** Filter of the message centre. */
export const readFlag = defineEnum('readFlag', { unread: [0, '未读'], read: [1, '已读'] });

/** Most messages of one read call, and of one page. */
const maxIds = 200;

/** Short words for badges, and names for lists (category 11 has two titles). */
const categoryWords: Record<number, readonly [short: string, name: string]> = {
  [msgCategory.vehicleAlarm]: ['报警', '车辆报警'],
  [msgCategory.deviceService]: ['设备', '设备服务'],
  [msgCategory.vehicleAffairs]: ['车务', '车务'],
  [msgCategory.deviceException]: ['异常', '设备异常'],
  [msgCategory.announcement]: ['公告', '系统公告'],
};
export const categoryShort = (category: number): string => categoryWords[category]?.[0] ?? String(category);
export const categoryName = (category: number): string => categoryWords[category]?.[1] ?? String(category);

const row = z.object({
  id,
  category: msgCategory.schema,
  type: z.number().int(),
  typeName: z.string(),
  /** 1, 2: level of an alarm; null for everything else */
  level: z.number().int().nullable(),
  /** true: shown as a pop-up in the corner; false: only counted */
  popup: z.boolean(),
  /** true: a tone is played for it */
  sound: z.boolean(),
  /** objects it is about: `vehicle:{id}`, `alarm:{id}`, `device:{id}`, `order:{id}`; several joined by `|` */
  objTag: z.string(),
  /** plate, terminal number … of that object; '' when it is about none */
  objName: z.string(),
  title: z.string(),
  content: z.string(),
  createTime: dateTime,
  readFlag: readFlag.schema,
});
export type MessageRow = z.infer<typeof row>;

const categorys = z.array(msgCategory.schema).max(msgCategory.codes.length);
/** Filters of the messages, `mu` (a user's copy) in their SQL. */
export const messageFilters = filterSet({
  /** a single category, as the address of the message centre names it */
  categoryId: by.code('分类', msgCategory, { bar: false, columns: ['category'] }),
  /** the same for several */
  categorys: {
    kind: 'choice',
    label: '分类',
    schema: categorys.optional(),
    options: msgCategory.options,
    many: true,
    bar: false,
    columns: ['category'],
  },
  /** part of plate, object, title or content */
  keyword: by.text('关键字', {
    max: 60,
    main: true,
    hint: '车牌号 / 内容',
    columns: ['m.obj_name', 'm.title', 'm.content'],
  }),
  readFlag: by.own(by.code('阅读状态', readFlag, { width: 140 })),
  /** types of alarms have numbers of their own, which this enumeration does not list */
  type: {
    kind: 'choice',
    label: '消息类型',
    schema: z.number().int().optional(),
    options: msgType.options,
    width: 190,
  },
  startTime: by.times('时间', 'endTime', { columns: ['created_at'] }),
});
const filters = messageFilters.schema;

/** Days after which an unread message is no longer counted (community.md 2.8) nor handed to new users. */
export const countedDays = 30;

/** Numbers of unread messages by category and by type; those without any are absent. */
export const noticeNum = endpoint({
  path: '/api/base/msg/getNoticeNum',
  access: 'session',
  title: '未读消息数',
  output: z.object({ msgCategoryMap: z.record(z.string(), z.number()), msgTypeMap: z.record(z.string(), z.number()) }),
});
export type NoticeNum = z.output<typeof noticeNum.output>;

export const messagePage = endpoint({
  path: '/api/base/msg/page',
  access: 'session',
  title: '消息列表',
  input: pageQuery.extend(filters.shape),
  output: pageOf(row),
});
export const messageExport = endpoint({
  path: '/api/base/msg/export',
  access: 'session',
  title: '导出消息',
  input: filters.extend({
    ids: z.array(id).max(1000).optional(),
    fields: z.array(z.string()).max(30).optional(),
    sort: pageQuery.shape.sort,
  }),
  output: z.object({ id }),
});
export const messageRead = endpoint({
  path: '/api/base/msg/read',
  access: 'session',
  title: '标记消息已读',
  input: z.object({ msgIds: z.array(id).min(1, '请选择消息').max(maxIds, `一次最多${maxIds}条`) }),
});
/** Marks messages as read: of the given categories, or all of the caller when none are given. */
export const messageReadAll = endpoint({
  path: '/api/base/msg/readAll',
  access: 'session',
  title: '全部标记已读',
  input: z.object({
    msgIds: z.array(id).max(maxIds, `一次最多${maxIds}条`).optional(),
    categorys: categorys.optional(),
  }),
  output: z.object({ count: z.number().int() }),
});
/** Deletes messages from the caller's list; what was unread counts as read. */
export const messageDel = endpoint({
  path: '/api/base/msg/del',
  access: 'session',
  title: '删除消息',
  input: z.object({ msgIds: z.array(id).min(1, '请选择消息').max(maxIds, `一次最多${maxIds}条`) }),
  output: z.object({ count: z.number().int() }),
});
/** The categories in the order of the badge, each with its unread messages and the types that the caller has messages of. */
export const messageTypes = endpoint({
  path: '/api/base/msg/getMsgAllType',
  access: 'session',
  title: '消息分类与类型',
  output: z.array(
    z.object({
      id: msgCategory.schema,
      name: z.string(),
      num: z.number().int(),
      types: z.array(z.object({ id: z.number().int(), name: z.string(), num: z.number().int() })),
    }),
  ),
});
export const messageGroupingCount = endpoint({
  path: '/api/base/msg/groupingCount',
  access: 'session',
  title: '各类消息的总数与未读数',
  output: z.array(z.object({ category: msgCategory.schema, total: z.number().int(), unread: z.number().int() })),
});
/** Announcements that are not over yet, newest first. */
export const announcements = endpoint({
  path: '/api/base/msg/getAnnouncement',
  access: 'session',
  title: '有效的系统公告',
  input: z.object({ category: z.literal(msgCategory.announcement).default(msgCategory.announcement) }),
  output: z.array(row),
});
/** The notice about service fees: empty `content` = nothing is due. */
export const serviceFee = endpoint({
  path: '/api/base/msg/getServiceFee',
  access: 'session',
  title: '服务费到期通知',
  input: z.object({ category: z.literal(msgCategory.deviceService).default(msgCategory.deviceService) }),
  output: z.object({
    content: z.string(),
    list: z.array(
      z.object({
        terminalNo: z.string(),
        vehicleId: id,
        plateNo: z.string(),
        serviceEnd: z.string(),
        daysLeft: z.number().int(),
      }),
    ),
  }),
});

export const messageColumns = columns<MessageRow>()([
  { value: 'readFlag', label: '状态', width: 72, dict: 'readFlag', noEdit: true },
  { value: 'title', label: '标题', width: 164, noEdit: true },
  { value: 'typeName', label: '消息类型', width: 108 },
  { value: 'level', label: '级别', width: 72, dict: 'episodeLevel' },
  { value: 'objName', label: '车牌号/对象', width: 100 },
  { value: 'createTime', label: '时间', width: 124, sortable: true },
  { value: 'content', label: '内容', width: 290, noEdit: true },
]);
