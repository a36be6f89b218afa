import { useQueryClient } from '@tanstack/react-query';
import type { Output } from '@tongda/contract/core/endpoint';
import { figureText } from '@tongda/contract/core/figure';
import { driverBy } from '@tongda/contract/core/live';
import type { RuleParams } from '@tongda/contract/rules/alarm-rule/codes';
import { ruleSentence } from '@tongda/contract/rules/alarm-rule/words';
import { href, routes } from '@tongda/contract/shell/routes';
import {
  type AlarmRow,
  alarmAppeal,
  alarmCount,
  alarmDetail,
  alarmLive,
  alarmPage,
  alarmReopen,
  alarmStat,
  alarmUndo,
} from '@tongda/contract/watch/alarm/calls';
import { alarmHandleStatus } from '@tongda/contract/watch/alarm/enums';
import { episodeStatus } from '@tongda/contract/watch/alarm/episode';
import { Button, Skeleton } from 'antd';
import { ChevronLeft, ChevronRight, Route } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useAct } from '../../../../kit/call/use-act';
import { useAsk } from '../../../../kit/call/use-ask';
import { toast } from '../../../../kit/dialog/notify';
import { liveClient } from '../../../../kit/live/connection';
import { useCan } from '../../../../kit/session/can';
import { minuteText, wireTime } from '../../../../kit/show/format';
import { PhoneLink } from '../../../../kit/show/phone';
import { PlateChip } from '../../../../kit/show/plate/chip';
import { ErrorState } from '../../../../kit/show/states';
import { AppealForm } from '../handle/appeal-form';
import { HandleForm } from '../handle/form';
import { ReopenForm } from '../handle/reopen-form';
import { RepairsOf, ToRepair } from '../handle/to-repair';
import { MoreOfAlarm } from '../more';
import {
  type AlarmForm,
  canAppeal,
  canHandle,
  canReopen,
  Figures,
  HandleDot,
  LevelMark,
  lastingText,
  useMayDeal,
} from '../words';
import { AlarmAround } from './around';
import { AlarmChart } from './chart';
import { curveSlot } from './curve-slot';
import { AlarmEvidence } from './evidence';
import { FrameFacts } from './frame-facts';
import { frameSlot } from './frame-slot';
import { NearAlarms } from './near';
import { refreshAfter } from './refresh';
import { TraceList } from './trace';
import '../styles.css';
import { minuteMs } from '@tongda/contract/core/durations';

type Detail = Output<typeof alarmDetail>;

interface AlarmDetailProps {
  id: string;
  /** what stands open from the beginning */
  form: AlarmForm | null;
  /** with a map of the minutes around it: not where a map is beside it already */
  around?: boolean;
  choose: (id: string) => void;
  /** what is shown of the alarm came or changed */
  loaded?: (detail: Detail) => void;
  /** after it was finished */
  done?: () => void;
}

/** One alarm: figures, curve, the report behind it, the rule that fired, what became of it, and what to do. */
export function AlarmDetail({ id, form, around = false, choose, loaded, done }: AlarmDetailProps) {
  const refetchInterval = ({ state }: { state: { data?: Detail | undefined } }): number =>
    refreshAfter(state.data, Date.now() + liveClient.getState().clockOffsetMs);
  const answer = useAsk(alarmDetail, { id }, { refetchInterval });
  const { data } = answer;
  useEffect(() => {
    if (data) loaded?.(data);
  }, [data, loaded]);
  if (answer.error && !data) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  if (!data) return <Skeleton active className="watch-alarm-skeleton" paragraph={{ rows: 8 }} />;
  return (
    <div className="watch-alarm-detail">
      {/* what scrolls must be reachable with the keyboard */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region */}
      <section className="watch-alarm-body" aria-label="报警内容" tabIndex={0}>
        <h2 className="watch-alarm-paper-title">{data.alarm.title}</h2>
        <Head alarm={data.alarm} />
        <Facts detail={data} />
        <AlarmEvidence detail={data} />
        {around ? <AlarmCurve detail={data} /> : <AlarmChart detail={data} />}
        {around ? <AlarmAround detail={data} /> : null}
        <Section title="触发时的上报数据">
          <FrameFacts frame={data.frame} raw={data.raw} />
          <WholeFrame alarm={data.alarm} />
        </Section>
        <RuleSection detail={data} />
        <Section title="临近报警">
          <NearAlarms near={data.near} choose={choose} />
        </Section>
        <Section title="处理与通知经过">
          <TraceList trace={data.trace} />
        </Section>
      </section>
      <Actions key={id} detail={data} opened={form} choose={choose} done={done} />
    </div>
  );
}

/** Its own curve at the width of the drawer; in narrow places, and where it cannot be read, the single quantity. */
function AlarmCurve({ detail }: { detail: Detail }) {
  const Curve = curveSlot.part();
  const narrow = <AlarmChart detail={detail} />;
  if (!Curve) return narrow;
  const { id, status } = detail.alarm;
  return (
    <section className="watch-alarm-curve">
      <Suspense fallback={narrow}>
        <Curve alarmId={id} lasting={status === episodeStatus.open} otherwise={narrow} />
      </Suspense>
    </section>
  );
}

function Head({ alarm }: { alarm: AlarmRow }) {
  return (
    <div className="watch-alarm-head">
      <div>
        <PlateChip plateNo={alarm.plateNo} colour={alarm.vehicleColor} />
        <span className="td-cap">{alarm.fleetName}</span>
        <LevelMark level={alarm.level} />
      </div>
      <p className="watch-alarm-value" data-open={alarm.status === episodeStatus.open}>
        <Figures row={alarm} />
        {alarm.value || alarm.limit || alarm.subjectWords ? null : alarm.title}
      </p>
    </div>
  );
}

/** The condition of the rule that fired, in words. */
const sentenceOf = (rule: NonNullable<Detail['rule']>): string =>
  // the server answers the parameters of this kind
  ruleSentence(rule.kind, rule.params as RuleParams[typeof rule.kind], new Map(Object.entries(rule.places)));

type Fact = [label: string, text: ReactNode];
const factRow = (label: string, text: ReactNode): Fact => [label, text];

function Facts({ detail: { alarm, figures, repairs } }: { detail: Detail }) {
  const now = Date.now();
  const withdrawn = alarm.status === episodeStatus.withdrawn;
  const rows: Fact[] = [
    ['开始', alarm.startTime],
    [
      '结束',
      withdrawn ? '已撤销：补传数据显示报警不成立' : (alarm.endTime ?? `进行中，已持续${lastingText(alarm, now)}`),
    ],
    ...(alarm.durationMs === null || withdrawn ? [] : [factRow('持续', lastingText(alarm, now))]),
    ...figures.map(({ label, text }) => factRow(label, text)),
    ...(alarm.speedKmh === null ? [] : [factRow('速度', `${figureText(alarm.speedKmh)} km/h`)]),
    ['位置', alarm.address || '--'],
    ...(alarm.placeName && alarm.placeName !== alarm.address
      ? [factRow(alarm.kind === 'speedAlarm' ? '限速来源' : '地点', alarm.placeName)]
      : []),
    ['司机', <Driver key="driver" alarm={alarm} />],
    ...(alarm.latePercent > 0 ? [factRow('补传', `${alarm.latePercent}% 的数据为补传`)] : []),
    ['处理', <Handling key="handling" alarm={alarm} />],
    ...(repairs.length > 0
      ? [factRow('维修单', <RepairsOf key="repairs" repairs={repairs} vehicleId={alarm.vehicleId} />)]
      : []),
    ['编号', alarm.alarmNo],
  ];
  return (
    <dl className="watch-alarm-facts">
      {rows.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function Driver({ alarm }: { alarm: AlarmRow }) {
  if (!alarm.driverName) return <>--</>;
  return (
    <>
      {alarm.driverName}
      {alarm.driverBy === null || alarm.driverBy === driverBy.assigned ? null : (
        <span className="td-cap"> {driverBy.label(alarm.driverBy)}</span>
      )}
      {alarm.driverPhone ? <PhoneLink className="watch-alarm-call" phone={alarm.driverPhone} /> : null}
    </>
  );
}

function Handling({ alarm }: { alarm: AlarmRow }) {
  return (
    <>
      <HandleDot row={alarm} />
      {alarm.handledBy ? (
        <span className="td-quiet"> {`${alarm.handledBy} ${minuteText(alarm.handleTime, '')}`}</span>
      ) : null}
    </>
  );
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="watch-alarm-section">
    <h3>{title}</h3>
    {children}
  </section>
);

/** 整帧报文, of the company's own vehicles. */
function WholeFrame({ alarm }: { alarm: AlarmRow }) {
  const Frame = frameSlot.part();
  if (!Frame || alarm.shared) return null;
  return (
    <div className="watch-alarm-frame">
      <Suspense>
        <Frame alarmId={alarm.id} />
      </Suspense>
    </div>
  );
}

function RuleSection({ detail: { rule, alarm } }: { detail: Detail }) {
  if (!rule) return alarm.source === 'terminal' ? <Section title="来源">终端自身上报的报警</Section> : null;
  return (
    <Section title="触发规则">
      <b>{rule.name}</b> <span className="td-quiet">第{rule.version}版</span>
      {rule.applied ? <p>{rule.applied}</p> : null}
      <p className="td-cap">
        {sentenceOf(rule)}
        {rule.changedSince ? '（触发后规则已修改，这里是触发时的条件）' : ''}
      </p>
    </Section>
  );
}

/** A function that loads all that shows alarms again. */
function useAlarmChanged(): (id: string) => void {
  const client = useQueryClient();
  return (id) => {
    for (const { path } of [alarmPage, alarmStat, alarmCount, alarmLive])
      void client.invalidateQueries({ queryKey: [path] });
    void client.invalidateQueries({ queryKey: [alarmDetail.path, { id }] });
  };
}

type ActionsProps = Pick<AlarmDetailProps, 'choose' | 'done'> & { detail: Detail; opened: AlarmForm | null };

function Actions({ detail, opened, choose, done }: ActionsProps) {
  const { alarm, undoUntil } = detail;
  const changed = useAlarmChanged();
  const own = !alarm.shared && alarm.status !== episodeStatus.withdrawn;
  const mayHandle = useMayDeal() && canHandle(alarm);
  const mayAppeal = useCan(alarmAppeal) && canAppeal(alarm);
  const mayReopen = useCan(alarmReopen) && canReopen(alarm);
  const decides = alarm.handleStatus === alarmHandleStatus.appeal;
  const [form, setForm] = useState(opened);
  const closeForm = (): void => setForm(null);
  const undo = useAct(alarmUndo, {
    told: alarm.handleStatus === alarmHandleStatus.appeal ? '已撤回申诉' : '已撤回处理',
    fresh: async () => undefined,
    ended: () => changed(alarm.id),
  });
  if ((form === 'handle' || form === 'dismiss') && mayHandle) {
    return (
      <HandleForm
        alarms={[alarm]}
        dismiss={form === 'dismiss'}
        decides={decides}
        cancel={closeForm}
        failed={() => changed(alarm.id)}
        done={(lines) => {
          setForm(null);
          changed(alarm.id);
          toast('success', lines.length > 1 ? `已处理 ${lines.length} 条报警` : '已提交处理');
          done?.();
        }}
      />
    );
  }
  if (form === 'reopen' && mayReopen)
    return <ReopenForm alarm={alarm} close={closeForm} changed={() => changed(alarm.id)} />;
  if (form === 'appeal' && mayAppeal)
    return <AppealForm alarm={alarm} close={closeForm} changed={() => changed(alarm.id)} />;
  return (
    <footer className="watch-alarm-foot">
      <Button
        type="text"
        aria-label="该车更早的报警"
        title="该车更早的报警"
        disabled={!detail.before}
        icon={<ChevronLeft />}
        onClick={() => detail.before && choose(detail.before)}
      />
      <Button
        type="text"
        aria-label="该车更晚的报警"
        title="该车更晚的报警"
        disabled={!detail.after}
        icon={<ChevronRight />}
        onClick={() => detail.after && choose(detail.after)}
      />
      <MoreOfAlarm alarm={alarm} />
      <TrackLink alarm={alarm} />
      <span className="grow" />
      {undoUntil !== null && undoUntil > Date.now() ? (
        <Button loading={undo.busy} onClick={() => void undo.run({ id: alarm.id, version: alarm.version })}>
          {decides ? '撤回申诉' : '撤回处理'}
        </Button>
      ) : null}
      {own && detail.repairs.length === 0 ? <ToRepair alarm={alarm} done={() => changed(alarm.id)} /> : null}
      {mayReopen ? <Button onClick={() => setForm('reopen')}>重新打开</Button> : null}
      {mayAppeal ? <Button onClick={() => setForm('appeal')}>申诉</Button> : null}
      {mayHandle ? (
        <Button type="primary" onClick={() => setForm('handle')}>
          {decides ? '裁定' : '处理'}
        </Button>
      ) : null}
    </footer>
  );
}

const aroundMs = 30 * minuteMs;

/** The drive around the alarm. */
function TrackLink({ alarm }: { alarm: AlarmRow }) {
  const range = {
    vehicleId: alarm.vehicleId,
    startTime: wireTime(alarm.start - aroundMs),
    endTime: wireTime(Math.min(Date.now(), (alarm.end ?? Date.now()) + aroundMs)),
  };
  return (
    <Link className="watch-alarm-track" to={href(routes.trajectory, 'community', range)}>
      <Route className="td-ico" /> 轨迹
    </Link>
  );
}
