import type { Output } from '@tongda/contract/core/endpoint';
import { deviceConfig, deviceConfigRead } from '@tongda/contract/resources/card/device-config';
import { writeStatus } from '@tongda/contract/resources/enums';
import type { probeGet } from '@tongda/contract/resources/vehicle/probe';
import { type ProbeKind, probeKinds } from '@tongda/contract/resources/vehicle/probe';
import { Button, Drawer, Table } from 'antd';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../../../../kit/call/use-act';
import { useAsk } from '../../../../kit/call/use-ask';
import { Can } from '../../../../kit/session/can';
import { none } from '../../../../kit/show/format';
import { Empty, ErrorState, Loading } from '../../../../kit/show/states';

type Setting = Output<typeof probeGet>;
type Config = Output<typeof deviceConfig>;
const waitMs = 2000;
/** Whether the terminal has been asked and may still answer. */
const isUnderWay = (asked: Config['asked'] | undefined): boolean =>
  asked?.status === writeStatus.waiting || asked?.status === writeStatus.sent;

/** 读取设备配置: the parameters that the bound terminal answered, beside the wires that are configured on the platform. */
export function DeviceConfig({ setting }: { setting: Setting }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Download />} onClick={() => setOpen(true)}>
        读取设备配置
      </Button>
      <Drawer
        open={open}
        size={860}
        title={`设备配置 ${setting.plateNo}`}
        onClose={() => setOpen(false)}
        destroyOnHidden
      >
        <Body setting={setting} />
      </Drawer>
    </>
  );
}

function Body({ setting }: { setting: Setting }) {
  const { vehicleId } = setting;
  const answer = useAsk(
    deviceConfig,
    { vehicleId },
    { refetchInterval: (query) => (isUnderWay(query.state.data?.asked) ? waitMs : false) },
  );
  const ask = useAct(deviceConfigRead, { done: () => answer.refetch() });
  if (answer.error && !answer.data) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Loading />;
  const config = answer.data;
  if (config.terminalNo === '') return <Empty title="没有绑定终端" text="绑定终端后才能读取设备配置" />;
  const busy = ask.busy || isUnderWay(config.asked);
  return (
    <>
      <div className="resources-vehicle-probe-config-head">
        <span>
          终端 {config.terminalNo}
          {config.model ? `　${config.model}` : ''}　{config.itemProfile}
        </span>
        <Can do={deviceConfigRead}>
          <Button type="primary" loading={busy} onClick={() => void ask.run({ vehicleId })}>
            {busy ? '读取中' : config.answer ? '重新读取' : '读取'}
          </Button>
        </Can>
      </div>
      {config.asked?.words ? (
        <p className="resources-vehicle-warn" role="status">
          {config.asked.time} {config.asked.userName}读取：{config.asked.words}
        </p>
      ) : null}
      <div className="resources-vehicle-probe-config">
        <Told config={config} plateNo={setting.plateNo} />
        <Mapped config={config} setting={setting} />
      </div>
    </>
  );
}

/** The parameters that the terminal answered. */
function Told({ config: { answer }, plateNo }: { config: Config; plateNo: string }) {
  return (
    <section aria-label="终端参数">
      <h3>终端上报的参数 {answer ? <span className="td-cap">{answer.time}</span> : null}</h3>
      {answer ? (
        <Table
          size="small"
          rowKey="id"
          dataSource={answer.params}
          pagination={false}
          locale={{ emptyText: <Empty title="终端没有可读的参数" /> }}
          columns={[
            { dataIndex: 'label', title: '参数' },
            {
              title: '值',
              render: (_, { id, value }) =>
                answer.plate !== null && value === answer.plate && value !== plateNo ? (
                  <span className="resources-vehicle-warn" key={id}>{`${value}（平台为${plateNo}）`}</span>
                ) : (
                  value || none
                ),
            },
          ]}
        />
      ) : (
        <Empty title="还没有读取过" text="读取后显示终端保存的参数；终端离线时，上线后自动读取" />
      )}
    </section>
  );
}

const compared: readonly ProbeKind[] = ['tem', 'hum', 'co2', 'door', 'oil', 'chiller', 'camera'];

/** By kind of wire: the configured channels, those of the terminal's model, and those that report values. */
function Mapped({ config: { channels, answer }, setting }: { config: Config; setting: Setting }) {
  const list = (numbers: number[]): string => numbers.join('、') || none;
  const rows = compared.map((kind) => {
    const mapped = setting.probes.flatMap((probe) => (probe.kind === kind ? [probe.channel] : []));
    const telling = setting.readings.flatMap((r) =>
      r.kind === kind && !r.silent && (r.value !== null || r.open !== null) ? [r.channel] : [],
    );
    const byModel = kind === 'tem' || kind === 'door' || kind === 'oil' || kind === 'camera' ? channels?.[kind] : null;
    const made = kind === 'camera' ? (answer?.cameras ?? byModel) : byModel;
    return { kind, mapped, telling, made: made ?? null };
  });
  return (
    <section aria-label="探头映射对照">
      <h3>平台探头设置</h3>
      <Table
        size="small"
        rowKey="kind"
        dataSource={rows}
        pagination={false}
        columns={[
          { title: '类型', render: (_, { kind }) => probeKinds[kind].label },
          { title: '已配通道', render: (_, { mapped }) => list(mapped) },
          { title: '正在上报', render: (_, { kind, telling }) => (kind === 'camera' ? none : list(telling)) },
          { title: '设备路数', render: (_, { made }) => made ?? none },
          {
            title: '对照',
            render: (_, row) => {
              const words = describeFault(row);
              return words ? <span className="resources-vehicle-warn">{words}</span> : '一致';
            },
          },
        ]}
      />
    </section>
  );
}

interface Compared {
  kind: ProbeKind;
  mapped: number[];
  telling: number[];
  made: number | null;
}
/** How these three contradict each other; '' when they agree. */
function describeFault({ kind, mapped, telling, made }: Compared): string {
  const beyond = made === null ? [] : mapped.filter((channel) => channel > made);
  if (beyond.length > 0) return `通道${beyond.join('、')}超出设备路数`;
  if (kind === 'camera') return '';
  // the status word of the terminal reports every door, wired or not
  const open = kind === 'door' ? [] : telling.filter((channel) => !mapped.includes(channel));
  if (open.length > 0) return `通道${open.join('、')}有数据但未配置`;
  const mute = mapped.filter((channel) => !telling.includes(channel) && (kind !== 'chiller' || channel === 1));
  return mute.length > 0 ? `通道${mute.join('、')}没有数据` : '';
}
