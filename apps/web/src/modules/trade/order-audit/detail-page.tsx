import { columns } from '@tongda/contract/core/columns';
import { type AuditDetail, auditContract, auditDetail, auditKindWords } from '@tongda/contract/trade/member/audit';
import {
  type AuditKind,
  auditKind,
  auditStage,
  companyAuthStatus,
  memberPayType,
} from '@tongda/contract/trade/member/enums';
import { Button } from 'antd';
import { Download } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { fetchFile } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { DueDate } from '../../../kit/detail/due-date';
import { DetailPage, Facts } from '../../../kit/detail/page';
import { Panel } from '../../../kit/detail/panel';
import { saveBlob } from '../../../kit/files/downloads';
import { Can } from '../../../kit/session/can';
import { none } from '../../../kit/show/format';
import { formatYuan } from '../../../kit/show/money';
import { StateDot } from '../../../kit/show/state-dot';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { ShortTable } from '../../../kit/table/short';
import type { RowAction } from '../../../kit/table/types';
import { OrderFacts, OrderHistory, OrderLines, paymentFacts, returnedFacts, Vouchers } from '../member/door';
import { InvoiceFacts } from '../parts/invoice-facts';
import { auditLinks } from './links';
import { stageTones, useAudit } from './use-audit';
import { onlineFacts, paidFacts } from './words';

/** 订单审核详情 (`?kind=&orderNo=&id=`): what was bought, the vouchers beside it, and the verdict. */
export function OrderAuditDetailPage() {
  const [params] = useSearchParams();
  const orderNo = params.get('orderNo');
  const kind = Number(params.get('kind'));
  const known = auditKind.codes.find((code) => code === kind);
  if (!orderNo || known === undefined) return <Empty title="没有指定订单" text="请从订单审核列表打开" />;
  return <Detail key={orderNo} kind={known} orderNo={orderNo} id={params.get('id') ?? undefined} />;
}

type Renewal = AuditDetail['renewal'][number];
const renewalColumns = columns<Renewal>()([
  { value: 'terminalNo', label: '终端编号', width: 164 },
  { value: 'plateNo', label: '车牌', width: 110 },
  { value: 'model', label: '型号', width: 100 },
  { value: 'years', label: '年限', width: 70, align: 'right' },
  { value: 'amountFen', label: '金额(元)', width: 110, align: 'right' },
  { value: 'oldEnd', label: '原到期日', width: 110 },
  { value: 'newEnd', label: '新到期日', width: 110 },
]);

type Product = AuditDetail['goods'][number];
const productColumns = columns<Product>()([
  { value: 'productName', label: '商品', width: 180 },
  { value: 'model', label: '型号', width: 110 },
  { value: 'qty', label: '数量', width: 80, align: 'right' },
  { value: 'unitPriceFen', label: '单价(元)', width: 110, align: 'right' },
  { value: 'deviceNos', label: '终端编号', width: 220 },
]);

function Detail({ kind, orderNo, id }: { kind: AuditKind; orderNo: string; id: string | undefined }) {
  const { actions, dialog } = useAudit();
  const { data, error, refetch } = useAsk(auditDetail, { kind, orderNo, ...(id ? { id } : {}) });
  if (error) return <ErrorState error={error} retry={() => void refetch()} right={auditDetail.title} />;
  if (!data) return <Loading />;
  const { row, member } = data;
  return (
    <>
      <DetailPage
        back={auditLinks.list}
        title={row.orderNo}
        status={<StateDot of={auditStage} tones={stageTones} code={row.stage} />}
        actions={actions(row).map((action, i) => <Word key={action.label} action={action} first={i === 0} />)}
        tabs={[
          { key: 'lines', name: row.kind === auditKind.goods ? '商品' : '设备', content: () => <Lines data={data} /> },
          ...(member
            ? [
                { key: 'facts', name: '付款与发票', content: () => <OrderFacts order={member} /> },
                { key: 'history', name: '记录', content: () => <OrderHistory order={member} /> },
              ]
            : [{ key: 'invoice', name: '发票', content: () => <InvoiceFacts invoice={data.invoice} /> }]),
        ]}
        aside={
          <>
            <Panel title="核对">
              <Facts
                title=""
                facts={[
                  ['企业', row.clientName],
                  ['类型', auditKindWords(row)],
                  ['内容', row.content],
                  ['应付', `${formatYuan(row.amountFen)} 元`],
                  ...paidFacts(row),
                  ['支付方式', memberPayType.label(row.payType)],
                  ...(member ? paymentFacts(member) : []),
                  ...onlineFacts(data.payment, row.payType),
                  ...(data.transfer
                    ? ([
                        ['汇款日期', data.transfer.remitDate],
                        ['汇款户名', data.transfer.remitName],
                      ] as const)
                    : []),
                  ...(data.payment ? returnedFacts(data.payment.payments) : []),
                  ['提交时间', row.submitTime],
                  ['审批期限', row.reviewDue ? <DueDate key="due" date={row.reviewDue} always /> : null],
                ]}
              />
            </Panel>
            <CompanyPanel orderNo={row.orderNo} company={data.company} contract={data.contract} />
            {row.payType === memberPayType.offline || data.vouchers.length > 0 ? (
              <Panel title="汇款凭证" extra={data.vouchers.length > 0 ? `${data.vouchers.length} 个` : undefined}>
                <Vouchers files={data.vouchers} />
              </Panel>
            ) : null}
            {data.refund ? (
              <Panel title="退款申请">
                <Facts
                  title=""
                  facts={[
                    ['申请人', data.refund.by],
                    ['原因', data.refund.reason],
                    ['今天应退', `${formatYuan(data.refund.fen)} 元`],
                    ['复核', data.refund.own ? '须由另一人复核' : '待您复核'],
                  ]}
                />
              </Panel>
            ) : null}
          </>
        }
      />
      {dialog}
    </>
  );
}

/** What was bought: terminals of a membership or a renewal, products of the order centre. */
function Lines({ data: { row, member, renewal, goods } }: { data: AuditDetail }) {
  if (member) return <OrderLines order={member} />;
  if (goods.length > 0)
    return (
      <ShortTable<Product>
        rows={goods}
        rowKey="id"
        columns={productColumns}
        cells={{
          model: (line) => line.model || none,
          unitPriceFen: (line) => formatYuan(line.unitPriceFen),
          deviceNos: (line) => line.deviceNos.join('、') || none,
        }}
      />
    );
  return (
    <ShortTable<Renewal>
      rows={renewal}
      rowKey="id"
      columns={renewalColumns}
      cells={{
        plateNo: (line) => line.plateNo || none,
        amountFen: (line) => formatYuan(line.amountFen),
        newEnd: (line) => line.newEnd ?? (row.stage === auditStage.closed ? none : '审核后'),
      }}
    />
  );
}

/** Who the company says it is, and what it signed: passing the order confirms both. */
function CompanyPanel({ orderNo, company, contract }: Pick<AuditDetail, 'company' | 'contract'> & { orderNo: string }) {
  const file = useAct(async () => saveBlob(await fetchFile(auditContract, { orderNo }), `会员服务合同-${orderNo}.pdf`));
  if (!company && !contract) return null;
  return (
    <Panel title="企业认证" extra={companyAuthStatus.label(company?.authStatus ?? companyAuthStatus.none)}>
      <div className="td-stack">
        <Facts
          title=""
          facts={[
            ['企业名称', company?.companyName],
            ['统一社会信用代码', company?.creditCode],
            ['法定代表人', company?.legalPerson],
            ['合同编号', contract?.contractNo],
            ['签署人', contract?.signer],
            ['签署时间', contract?.signTime],
          ]}
        />
        {contract ? (
          <div>
            <Button icon={<Download />} loading={file.busy} onClick={() => void file.run()}>
              下载合同
            </Button>
          </div>
        ) : null}
      </div>
    </Panel>
  );
}

function Word({ action, first }: { action: RowAction; first: boolean }) {
  const act = useAct(async () => action.run?.());
  const button = (
    <Button
      type={first && !action.danger ? 'primary' : 'default'}
      danger={action.danger}
      loading={act.busy}
      onClick={() => void act.run()}
    >
      {action.label}
    </Button>
  );
  return action.can ? <Can do={action.can}>{button}</Can> : button;
}
