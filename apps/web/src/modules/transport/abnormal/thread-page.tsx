import {
  type AbnormalReport,
  type AbnormalThread,
  abnormalAdd,
  abnormalThread,
} from '@tongda/contract/transport/abnormal/calls';
import { orderStatus, transportStatus } from '@tongda/contract/transport/enums';
import { abnormalType, dutyParty, reportSource } from '@tongda/contract/transport/waybill/enums';
import { Button, Modal } from 'antd';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { Facts } from '../../../kit/detail/page';
import { Panel } from '../../../kit/detail/panel';
import { PictureRow, PictureViewer } from '../../../kit/files/pictures';
import { Can } from '../../../kit/session/can';
import { formatDuration, formatNumber, formatRange, none, shortTime } from '../../../kit/show/format';
import { PlateChip } from '../../../kit/show/plate/chip';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { WorkPage } from '../../../kit/work/page';
import { orderLinks } from '../order/door';
import { waybillPage } from '../waybill/door';
import { AbnormalDot, Level } from './cells';
import { abnormalLinks } from './links';
import { Moment } from './moment';
import { ReportDialog } from './report-dialog';
import { useAbnormalSteps } from './use-steps';
import './styles.css';

/** 异常详情: all reports about one waybill, the newest first, and what its vehicle measured around each. */
export function AbnormalThreadPage() {
  const { waybillCode = '' } = useParams();
  const [reporting, setReporting] = useState(false);
  const answer = useAsk(abnormalThread, { waybillCode });
  const { actions, dialog } = useAbnormalSteps();
  if (answer.error && !answer.data) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Loading />;
  const thread = answer.data;
  const add = (
    <Can do={abnormalAdd}>
      <Button type="primary" icon={<Plus />} onClick={() => setReporting(true)}>
        上报异常
      </Button>
    </Can>
  );
  return (
    <>
      <WorkPage
        head={{
          title: `异常 ${thread.code}`,
          back: abnormalLinks.list,
          marks: <span className="td-cap">{thread.reports.length} 条</span>,
          actions: add,
        }}
        aside={{ label: '运单与订单', panels: <About thread={thread} /> }}
      >
        <div className="transport-abnormal-thread">
          {thread.reports.length === 0 ? <Empty title="没有上报的异常" action={add} /> : null}
          {thread.reports.map((report) => (
            <Report key={report.abnormalCode} report={report} actions={actions(report)} />
          ))}
        </div>
      </WorkPage>
      {reporting ? (
        <ReportDialog
          waybillCode={thread.waybill?.waybillCode}
          orderCodes={thread.waybill ? [] : thread.orders.map(({ orderCode }) => orderCode)}
          close={() => setReporting(false)}
        />
      ) : null}
      {dialog}
    </>
  );
}

interface ReportProps {
  report: AbnormalReport;
  actions: ReturnType<ReturnType<typeof useAbnormalSteps>['actions']>;
}

/** One report: what was told, what was done about it, and what the vehicle measured. */
function Report({ report, actions }: ReportProps) {
  const [viewing, setViewing] = useState<number | null>(null);
  const [around, setAround] = useState(report.abnormalStatus < 2);
  return (
    <article className="transport-abnormal-report" aria-label={report.abnormalCode}>
      <ReportHead report={report} actions={actions} />
      <div className="transport-abnormal-report-body">
        <p className="transport-abnormal-text">{report.description}</p>
        <ReportFacts report={report} />
        {report.files.length > 0 ? <PictureRow pictures={report.files} open={setViewing} /> : null}
        {report.waybillCode === null ? null : around ? (
          <Moment abnormalCode={report.abnormalCode} />
        ) : (
          <span>
            <Button size="small" onClick={() => setAround(true)}>
              查看前后30分钟车辆数据
            </Button>
          </span>
        )}
        <ol className="transport-abnormal-steps" aria-label="操作日志">
          {report.log.map((step) => (
            <li key={step.id}>
              {step.action}
              <span>
                {step.operatorName} {shortTime(step.time)}
                {step.enteredTime ? ` ${shortTime(step.enteredTime)} 登记` : ''}
                {step.remark && step.remark !== report.handleResult ? ` ${step.remark}` : ''}
              </span>
            </li>
          ))}
        </ol>
      </div>
      {viewing === null ? null : (
        <Modal open width={900} title="异常图片" footer={null} onCancel={() => setViewing(null)}>
          <PictureViewer pictures={report.files} start={viewing} />
        </Modal>
      )}
    </article>
  );
}

/** Type, level and state of a report, who told it when, and its steps. */
function ReportHead({ report, actions }: ReportProps) {
  return (
    <header>
      <h2>{abnormalType.label(report.abnormalType)}</h2>
      <Level level={report.abnormalLevel} />
      <AbnormalDot status={report.abnormalStatus} />
      <span className="td-cap">
        {report.abnormalCode} · {report.reportUser}（{reportSource.label(report.reportSource)}）
        {shortTime(report.createTime)}
      </span>
      {report.overdue ? (
        <span className="transport-abnormal-over">已等待 {formatDuration(report.spentMin * 60)}</span>
      ) : null}
      <span className="transport-abnormal-verbs">
        {actions.map((action) => (
          <Can key={action.label} do={action.can ?? { access: 'session' }}>
            <Button size="small" danger={action.danger} onClick={() => void action.run?.()}>
              {action.label}
            </Button>
          </Can>
        ))}
      </span>
    </header>
  );
}

/** When and where it happened and what it cost; once it is handled, who was responsible. */
function ReportFacts({ report }: { report: AbnormalReport }) {
  return (
    <>
      <Facts
        title="经过"
        facts={[
          ['发生时间', shortTime(report.occurTime)],
          ['发生地点', report.address],
          ['影响订单', report.orderCodes.length > 0 ? report.orderCodes.join('、') : '整车'],
          ['影响件数', report.affectPieces === null ? null : `${formatNumber(report.affectPieces)} 件`],
          ['损失金额', report.lossAmount === null ? null : `${formatNumber(report.lossAmount, 2)} 元`],
          ['处理人', report.handler],
        ]}
      />
      {report.handleResult ? (
        <Facts
          title="处理"
          facts={[
            [
              '责任方',
              [report.duty === null ? '' : dutyParty.label(report.duty), report.dutyName].filter(Boolean).join(' '),
            ],
            ['处理结果', report.handleResult],
            ['索赔金额', report.claimAmount === null ? null : `${formatNumber(report.claimAmount, 2)} 元`],
            ['处理时间', shortTime(report.handleTime)],
          ]}
        />
      ) : null}
    </>
  );
}

function About({ thread }: { thread: AbnormalThread }) {
  const { waybill, orders } = thread;
  return (
    <>
      {waybill ? (
        <Panel title="运单">
          <Lines
            facts={[
              [
                '运单号',
                <Link key="w" to={waybillPage(waybill.waybillKind, waybill.waybillCode)}>
                  {waybill.waybillCode}
                </Link>,
              ],
              ['状态', transportStatus.label(waybill.transportStatus)],
              [
                '车辆',
                waybill.plateNo ? (
                  <PlateChip key="p" plateNo={waybill.plateNo} colour={waybill.vehicleColor ?? 0} />
                ) : null,
              ],
              ['司机', [waybill.driverName, waybill.driverPhone].filter(Boolean).join(' ')],
              ['承运商', waybill.carrierName],
              ['线路', [waybill.fromName, waybill.toName].filter(Boolean).join(' → ')],
              ['发车', shortTime(waybill.actualDepartTime ?? waybill.planDepartTime)],
            ]}
          />
        </Panel>
      ) : null}
      <Panel title="订单" extra={`${orders.length} 单`}>
        <ol className="transport-abnormal-alarms">
          {orders.map((order) => (
            <li key={order.orderCode}>
              <Link to={orderLinks.details(order.orderCode)}>{order.orderCode}</Link>{' '}
              {orderStatus.label(order.orderStatus)}
              <span className="td-cap">
                {' '}
                {order.receiver} {formatNumber(order.totalPieces)}件
                {order.tempMin === null && order.tempMax === null ? null : (
                  <>
                    {' '}
                    <span className="transport-abnormal-range">{formatRange(order.tempMin, order.tempMax)}℃</span>
                  </>
                )}
              </span>
            </li>
          ))}
        </ol>
      </Panel>
    </>
  );
}

/** Label and value where there is little room. */
function Lines({ facts }: { facts: ReadonlyArray<readonly [label: string, value: ReactNode]> }) {
  return (
    <dl className="transport-abnormal-facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value || none}</dd>
        </div>
      ))}
    </dl>
  );
}
