import type { Report } from '@tongda/contract/reports/kit/report';
import {
  type Cycle,
  cycleDays,
  cycles,
  type Subscription,
  subscriptionAdd,
  subscriptionChannels,
  subscriptionDelete,
  subscriptionList,
  subscriptionSwitch,
  weekdays,
} from '@tongda/contract/reports/kit/subscription';
import { Button, Checkbox, Form, Input, Modal, Select, Switch, TimePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { call } from '../../kit/call/api';
import { useAsk } from '../../kit/call/use-ask';
import { useRowAct } from '../../kit/call/use-row-act';
import { FormDialog } from '../../kit/dialog/form';
import type { Filters } from '../../kit/list/url';
import { minuteText } from '../../kit/show/format';
import { Empty, ErrorState, Loading } from '../../kit/show/states';
import { ShortTable } from '../../kit/table/short';

const clockFormat = 'HH:mm';
const spanWords: Readonly<Record<Cycle, string>> = { day: '前一日', week: '前七日', month: '上个自然月' };
const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** `每日 08:00`, `每周一 08:00`, `每月1日 08:00`. */
export function scheduleWords({
  cycle,
  weekday,
  monthDay,
  clock,
}: Pick<Subscription, 'cycle' | 'weekday' | 'monthDay' | 'clock'>): string {
  if (cycle === 'day') return `每日 ${clock}`;
  // the contract bounds the number
  return cycle === 'week' ? `每${weekdays[weekday as keyof typeof weekdays]} ${clock}` : `每月${monthDay}日 ${clock}`;
}

interface Values {
  name: string;
  cycle: Cycle;
  weekday: string;
  monthDay: number;
  clock: Dayjs | null;
  channels: Array<'message' | 'mail'>;
  format: 'xlsx' | 'csv' | 'pdf';
}

/** 定时发送: what is asked now, made and sent at regular times. */
export function SubscribeDialog({ of, filters, close }: { of: Report; filters: Filters; close: () => void }) {
  const [form] = Form.useForm<Values>();
  const cycle = Form.useWatch('cycle', form) ?? 'day';
  const { startTime: _, endTime: __, ...others } = filters;
  // names of cycles are cycles
  const possible = optionsOf(cycles).filter(({ value }) => cycleDays[value as Cycle] <= of.range.maxDays);
  return (
    <FormDialog
      endpoint={subscriptionAdd}
      form={form}
      initial={{
        name: of.title,
        cycle: 'day',
        weekday: '1',
        monthDay: 1,
        clock: dayjs('08:00', clockFormat),
        channels: ['message'],
        format: 'xlsx',
      }}
      input={({ name, cycle: chosen, weekday, monthDay, clock, channels, format }) => ({
        screen: of.screen,
        name,
        cycle: chosen,
        weekday: Number(weekday),
        monthDay,
        clock: clock?.format(clockFormat) ?? '',
        channels,
        format,
        filters: others,
      })}
      told="已新增定时报表"
      stale={[subscriptionList]}
      close={close}
      title={`定时发送${of.title}`}
      width={460}
    >
      <Form.Item name="name" label="名称" rules={[{ required: true, message: '请输入名称' }]}>
        <Input maxLength={30} />
      </Form.Item>
      <Form.Item name="cycle" label="周期" extra={`每次发送${spanWords[cycle]}的数据`}>
        <Select options={possible} />
      </Form.Item>
      {cycle === 'week' ? (
        <Form.Item name="weekday" label="星期">
          <Select options={optionsOf(weekdays)} />
        </Form.Item>
      ) : null}
      {cycle === 'month' ? (
        <Form.Item name="monthDay" label="日期">
          <Select options={Array.from({ length: 28 }, (___, i) => ({ value: i + 1, label: `${i + 1}日` }))} />
        </Form.Item>
      ) : null}
      <Form.Item name="clock" label="发送时间" rules={[{ required: true, message: '请选择发送时间' }]}>
        <TimePicker format={clockFormat} minuteStep={5} allowClear={false} />
      </Form.Item>
      <Form.Item
        name="channels"
        label="发送方式"
        extra="文件放在下载管理，保留7天；邮件发到个人信息中的邮箱"
        rules={[{ required: true, message: '请至少选择一种发送方式' }]}
      >
        <Checkbox.Group options={optionsOf(subscriptionChannels)} />
      </Form.Item>
      <Form.Item name="format" label="文件格式">
        <Select options={optionsOf({ xlsx: 'Excel', csv: 'CSV', pdf: 'PDF' })} />
      </Form.Item>
    </FormDialog>
  );
}

const columns = [
  { value: 'name', label: '名称', width: 140 },
  { value: 'clock', label: '时间', width: 120 },
  { value: 'channels', label: '方式', width: 110 },
  { value: 'nextTime', label: '下次发送', width: 130 },
  { value: 'lastTime', label: '上次发送', width: 160 },
  { value: 'enabled', label: '启用', width: 64 },
  { value: 'id', label: '操作', width: 84 },
] as const;

/** 定时报表 of the caller: switched on and off, deleted. */
export function SubscriptionsDialog({ of, close }: { of: Report; close: () => void }) {
  const asked = useAsk(subscriptionList, { screen: of.screen });
  const done = () => asked.refetch();
  const toggle = useRowAct(({ id, enabled }: Subscription) => call(subscriptionSwitch, { id, enabled: !enabled }), {
    told: ({ name, enabled }) => `已${enabled ? '停用' : '启用'}“${name}”`,
    done,
  });
  const remove = useRowAct(({ id }: Subscription) => call(subscriptionDelete, { id }), {
    sure: ({ name }) => ({ title: `删除定时报表“${name}”？`, okText: '删除' }),
    told: ({ name }) => `已删除“${name}”`,
    done,
  });
  return (
    <Modal open title={`${of.title}的定时报表`} width={840} footer={null} onCancel={close}>
      {asked.error ? (
        <ErrorState error={asked.error} retry={() => void asked.refetch()} />
      ) : asked.data === undefined ? (
        <Loading />
      ) : asked.data.length === 0 ? (
        <Empty title="还没有定时报表" text="查询后点“方案”中的“定时发送当前条件”" />
      ) : (
        <ShortTable<Subscription>
          rows={asked.data}
          rowKey="id"
          columns={columns}
          cells={{
            clock: scheduleWords,
            channels: ({ channels }) => channels.map((one) => subscriptionChannels[one]).join('、'),
            nextTime: ({ nextTime }) => minuteText(nextTime),
            lastTime: ({ lastTime, lastFault }) =>
              lastFault ? (
                <span className="reports-kit-fault" title={lastFault}>
                  {lastFault}
                </span>
              ) : (
                minuteText(lastTime)
              ),
            enabled: (row) => (
              <Switch
                size="small"
                aria-label={`启用 ${row.name}`}
                checked={row.enabled}
                onChange={() => void toggle(row)}
              />
            ),
            id: (row) => (
              <Button type="link" size="small" danger onClick={() => void remove(row)}>
                删除
              </Button>
            ),
          }}
        />
      )}
    </Modal>
  );
}
