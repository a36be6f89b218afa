import { href, routes } from '@tongda/contract/shell/routes';
import { type ErpOrderDetail, erpOrderChangeHis, erpOrderDetail } from '@tongda/contract/trade/erp-order/calls';
import { erpOrderStatusList } from '@tongda/contract/trade/member/enums';
import { auditStatus, paymentStatus } from '@tongda/contract/transport/enums';
import { Drawer } from 'antd';
import { Link } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { ChangeHistory } from '../../../kit/detail/change-history';
import { Facts } from '../../../kit/detail/page';
import { formatYuan } from '../../../kit/show/money';
import { ErrorState, Loading } from '../../../kit/show/states';
import { returnedFacts } from '../member/door';
import { InvoiceFacts } from '../parts/invoice-facts';
import { transferWaitsWords } from './words';

/** The bank transfer that was told: whether somebody looks at it, or why not. */
const transferFacts = (
  of: ErpOrderDetail['transfer'],
): ReadonlyArray<readonly [label: string, value: string | null]> =>
  of === null
    ? []
    : [
        ['汇款日期', of.remitDate],
        ['汇款户名', of.remitName],
        [
          '凭证',
          of.submitTime === null ? `未通过核对：${of.rejectReason}` : `${of.voucherCount} 个，${of.submitTime}提交`,
        ],
      ];

/** One order: what was bought with the numbers of the terminals, contract, logistics, installation, log. */
export function OrderDrawer({ id, close }: { id: string; close: () => void }) {
  const { data, error, refetch } = useAsk(erpOrderDetail, { id });
  return (
    <Drawer open size={640} title={data ? `订单 ${data.orderNo}` : '订单'} onClose={close}>
      {error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Loading /> : null}
      {data ? (
        <>
          {data.items.map((item) => (
            <Facts
              key={item.id}
              title={`${item.productName}${item.model ? ` ${item.model}` : ''}`}
              facts={[
                ['数量', item.qty],
                ['单价', `${formatYuan(item.unitPriceFen)} 元`],
                ['终端编号', item.deviceNos.join('、')],
              ]}
            />
          ))}
          <Facts
            title="订单"
            facts={[
              ['类型', erpOrderStatusList.label(data.orderType)],
              ['金额', `${formatYuan(data.amountFen)} 元`],
              ['已付', `${formatYuan(data.paidFen)} 元`],
              ['付款状态', data.transferWaits ? transferWaitsWords : paymentStatus.label(data.paymentStatus)],
              ...returnedFacts(data.payments),
              ...transferFacts(data.transfer),
              ['审核状态', auditStatus.label(data.auditStatus)],
              ['物流', data.logistics],
              ['收货时间', data.receivedTime],
              ['安装', data.installStatus],
              ['业务员', data.salesman],
              ['下单人', data.applyUser],
              ['下单时间', data.createTime],
              [
                '续费订单',
                data.renewOrderNo ? (
                  <Link
                    key="renew"
                    to={href(routes.equipmentCostDetails, 'enterprise', { orderNo: data.renewOrderNo })}
                  >
                    {data.renewOrderNo}
                  </Link>
                ) : null,
              ],
              ['原订单', data.returnOf],
              ['备注', data.remark],
            ]}
          />
          <InvoiceFacts invoice={data} />
          <ChangeHistory of={erpOrderChangeHis} id={id} />
        </>
      ) : null}
    </Drawer>
  );
}
