import { useQuery } from '@tanstack/react-query';
import {
  type ReceiptOrderDetail,
  receiptOrderAdd,
  receiptOrderDetail,
  receiptOrderOrders,
  receiptOrderPage,
  receiptOrderSites,
  receiptOrderStatusCount,
} from '@tongda/contract/receipt-order/receipt-order';
import { Button } from 'antd';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../kit/api';
import { FieldGroup } from '../../kit/edit-field';
import { EditPage } from '../../kit/edit-page';
import { TextAreaField } from '../../kit/fields';
import { num } from '../../kit/format';
import { RemoteField, type Search } from '../../kit/remote-select';
import { Empty, ErrorState, Loading } from '../../kit/states';
import { useStaleAfter } from '../../kit/use-stale-after';
import { receiptLinks } from './links';
import { ReceiveForm } from './receive-form';

const stale = [receiptOrderPage, receiptOrderStatusCount];
const searchOrders: Search = async (keyword) =>
  (await call(receiptOrderOrders, { keyword: keyword || undefined }, { quiet: true })).map(
    ({ orderCode, customerName, receiver, totalPieces }) => ({
      id: orderCode,
      name: orderCode,
      note: `${customerName} → ${receiver} ${num(totalPieces)} 件`,
    }),
  );
const searchSites: Search = async (keyword) =>
  (await call(receiptOrderSites, undefined, { quiet: true })).filter(({ name }) => name.includes(keyword));

/** 新增收货单, or with `?id=` 收货 and 更正. */
export function ReceiptEditPage() {
  const [params] = useSearchParams();
  const id = params.get('id');
  return id ? <ReceivePage key={id} id={id} /> : <AddPage />;
}

function AddPage() {
  useStaleAfter(stale);
  return (
    <EditPage<ReceiptOrderDetail, typeof receiptOrderAdd>
      noun="收货单"
      load={receiptOrderDetail}
      save={receiptOrderAdd}
      create={receiptOrderAdd}
      toForm={() => ({})}
      toInput={(values) => values}
      back={receiptLinks.list}
      head={(receipt) => ({ code: receipt.receiptCode, status: null, meta: '' })}
      aside={() => null}
      body={() => (
        <FieldGroup title="收货" hint="客户自送或退货入站的订单；保存后在列表里按行收货">
          <RemoteField name="orderCode" label="订单号" span={6} search={searchOrders} known={null} />
          <RemoteField name="siteId" label="收货站点" span={6} search={searchSites} known={null} />
          <TextAreaField name="remark" label="备注" />
        </FieldGroup>
      )}
    />
  );
}

function ReceivePage({ id }: { id: string }) {
  const navigate = useNavigate();
  const answer = useQuery({
    queryKey: [receiptOrderDetail.path, 'receive', id],
    queryFn: ({ signal }) => call(receiptOrderDetail, { id }, { signal, quiet: true }),
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  if (answer.error) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Loading />;
  const { allowActions } = answer.data;
  if (!allowActions.includes('receive') && !allowActions.includes('correct'))
    return (
      <Empty
        title={`收货单 ${id} 不能再修改`}
        text="收货后24小时内、货物未配载离站时可以更正"
        action={<Button onClick={() => void navigate(receiptLinks.details(id))}>查看收货单</Button>}
      />
    );
  return <ReceiveForm key={answer.dataUpdatedAt} receipt={answer.data} refetch={() => void answer.refetch()} />;
}
