import { columns } from '@tongda/contract/core/columns';
import {
  type FeeDetail,
  feeDetail,
  feeSummary,
  type RenewDetail,
  renewDetail,
} from '@tongda/contract/trade/device-fee/calls';
import { feeStatus, feeType, memberPayType, renewStatus } from '@tongda/contract/trade/member/enums';
import { paymentStatus } from '@tongda/contract/transport/enums';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { DueDate } from '../../../kit/detail/due-date';
import { DetailPage, Facts } from '../../../kit/detail/page';
import { Panel } from '../../../kit/detail/panel';
import { Can } from '../../../kit/session/can';
import { fileSize, none } from '../../../kit/show/format';
import { formatYuan } from '../../../kit/show/money';
import { PlateLink } from '../../../kit/show/plate/link';
import { StateDot } from '../../../kit/show/state-dot';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { ShortTable } from '../../../kit/table/short';
import type { RowAction } from '../../../kit/table/types';
import { InvoiceFacts } from '../parts/invoice-facts';
import { PayeePanel } from '../parts/payee-panel';
import { feeLinks } from './links';
import { feeTones } from './list-page';
import { renewTone, renewWords, useOrderActions } from './order-list';
import './styles.css';

/** 设备费用详情: a terminal (`?deviceId=`) with what was paid for it, or a renewal (`?orderNo=`). */
export function FeeDetailsPage() {
  const [params] = useSearchParams();
  const [deviceId, orderNo] = [params.get('deviceId'), params.get('orderNo')];
  if (orderNo) return <Order orderNo={orderNo} />;
  if (deviceId) return <Device id={deviceId} />;
  return <Empty title="没有指定设备或订单" text="请从设备费用列表打开" />;
}

type Period = FeeDetail['periods'][number];
const periodColumns = columns<Period>()([
  { value: 'startDate', label: '开始', width: 92 },
  { value: 'endDate', label: '结束', width: 92 },
  { value: 'packageName', label: '套餐', width: 110 },
  { value: 'orderNo', label: '订单号', width: 152 },
  { value: 'amountFen', label: '金额(元)', width: 84, align: 'right' },
  { value: 'operator', label: '操作人', width: 76 },
  { value: 'time', label: '时间', width: 128 },
]);

function Device({ id }: { id: string }) {
  const { data, error, refetch } = useAsk(feeDetail, { id });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <DetailPage
      back={feeLinks.list}
      title={data.terminalNo}
      status={<StateDot of={feeStatus} tones={feeTones} code={data.feeStatus} />}
      tabs={[
        {
          key: 'periods',
          name: '缴费记录',
          content: () =>
            data.periods.length === 0 ? (
              <Empty title="没有缴费记录" />
            ) : (
              <ShortTable<Period>
                rows={data.periods}
                rowKey="id"
                columns={periodColumns}
                cells={{
                  amountFen: (row) => formatYuan(row.amountFen),
                  orderNo: (row) => row.orderNo || none,
                  time: (row) => row.time.slice(0, 16),
                }}
              />
            ),
        },
        {
          key: 'facts',
          name: '服务与流量',
          content: () => (
            <>
              <Facts
                title="服务"
                facts={[
                  ['车牌', <PlateLink key="plate" id={data.vehicleId} plateNo={data.plateNo} />],
                  ['型号', data.model],
                  ['部门', data.orgName],
                  ['套餐', data.packageName],
                  ['计费', feeType.label(data.feeType)],
                  ['开通日', data.startDate],
                  ['到期日', <DueDate key="end" date={data.serviceEnd} always />],
                  ['宽限期', data.arrearsExtendDays > 0 ? `${data.arrearsExtendDays} 天` : '无'],
                  ['停机时间', data.stoppedTime],
                ]}
              />
              <Facts
                title="流量"
                facts={[
                  ['SIM卡号', data.simNo],
                  ['运营商', data.simOperator],
                  ['本月流量', data.simFlowMb === null ? null : fileSize(data.simFlowMb * 1024 * 1024)],
                  ['SIM卡到期', <DueDate key="sim" date={data.simEnd} />],
                ]}
              />
            </>
          ),
        },
      ]}
      aside={
        data.openOrderNo ? (
          <Panel title="待付款订单">
            {data.openOrderVisible ? (
              <Link to={feeLinks.order(data.openOrderNo)}>{data.openOrderNo}</Link>
            ) : (
              data.openOrderNo
            )}
          </Panel>
        ) : undefined
      }
    />
  );
}

type Line = RenewDetail['lines'][number];
const lineColumns = columns<Line>()([
  { value: 'terminalNo', label: '终端编号', width: 164 },
  { value: 'plateNo', label: '车牌', width: 110 },
  { value: 'model', label: '型号', width: 100 },
  { value: 'years', label: '年限', width: 70, align: 'right' },
  { value: 'unitPriceFen', label: '单价（元/年）', width: 120, align: 'right' },
  { value: 'amountFen', label: '金额(元)', width: 110, align: 'right' },
  { value: 'oldEnd', label: '原到期日', width: 110 },
  { value: 'newEnd', label: '新到期日', width: 110 },
]);

function Order({ orderNo }: { orderNo: string }) {
  const { data, error, refetch } = useAsk(renewDetail, { orderNo });
  const summary = useAsk(feeSummary, undefined);
  const { actions, dialog } = useOrderActions(summary.data?.mayConfirm ?? false);
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <>
      <DetailPage
        back={feeLinks.orders}
        title={data.orderNo}
        status={
          <span className="td-dot" data-tone={renewTone(data.renewStatus)}>
            {renewWords(data)}
          </span>
        }
        actions={actions(data).map((action, i) => <Word key={action.label} action={action} first={i === 0} />)}
        tabs={[
          {
            key: 'lines',
            name: '设备',
            content: () => (
              <ShortTable<Line>
                rows={data.lines}
                rowKey="id"
                columns={lineColumns}
                cells={{
                  plateNo: (row) => row.plateNo || none,
                  unitPriceFen: (row) => formatYuan(row.unitPriceFen),
                  amountFen: (row) => formatYuan(row.amountFen),
                  newEnd: (row) => row.newEnd ?? (data.renewStatus === renewStatus.cancelled ? none : '付款后生效'),
                }}
              />
            ),
          },
          { key: 'pay', name: '付款与发票', content: () => <Payment data={data} /> },
        ]}
        aside={
          <Panel title="金额">
            <dl className="trade-device-fee-sum">
              <dt>合计</dt>
              <dd>{formatYuan(data.amountFen + data.discountFen)} 元</dd>
              <dt>优惠</dt>
              <dd>{formatYuan(data.discountFen)} 元</dd>
              <dt>应付</dt>
              <dd>
                <b>{formatYuan(data.amountFen)} 元</b>
              </dd>
            </dl>
          </Panel>
        }
      />
      {dialog}
    </>
  );
}

function Payment({ data }: { data: RenewDetail }) {
  const voucher: ReactNode = data.voucherUrl ? (
    <a href={data.voucherUrl} target="_blank" rel="noreferrer">
      查看凭证
    </a>
  ) : null;
  return (
    <>
      <PayeePanel
        payee={data.payee}
        amountFen={data.amountFen}
        note={{ label: '汇款附言码', text: data.transferCode }}
      />
      <Facts
        title="付款"
        facts={[
          ['支付方式', memberPayType.label(data.payType)],
          ['付款状态', paymentStatus.label(data.paymentStatus)],
          ['汇款凭证', voucher],
          ['上传时间', data.voucherTime],
          ['付款截止', data.paidTime ? null : data.expireAt],
          ['确认时间', data.paidTime],
          ['确认人', data.auditUser],
          ['取消原因', data.cancelReason],
          ['下单人', data.applyUser],
          ['下单时间', data.createTime],
        ]}
      />
      <InvoiceFacts invoice={data} />
    </>
  );
}

function Word({ action, first }: { action: RowAction; first: boolean }) {
  const navigate = useNavigate();
  const act = useAct(async () => action.run?.());
  const button = (
    <Button
      type={first ? 'primary' : 'default'}
      danger={action.danger}
      loading={act.busy}
      onClick={() => {
        if (action.to) void navigate(action.to);
        else void act.run();
      }}
    >
      {action.label}
    </Button>
  );
  return action.can ? <Can do={action.can}>{button}</Can> : button;
}
