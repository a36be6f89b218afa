import type { Output } from '@tongda/contract/core/endpoint';
import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import {
  type ReceiptOrderDetail,
  receiptOrderAdd,
  receiptOrderDetail,
  receiptOrderOrders,
  receiptOrderPage,
  receiptOrderSites,
  receiptOrderStatusCount,
  receiptOrderWalkIn,
} from '@tongda/contract/transport/receipt-order/calls';
import { freightPayMode } from '@tongda/contract/transport/waybill/enums';
import { Button } from 'antd';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../../kit/call/api';
import { useAsk } from '../../../kit/call/use-ask';
import { FieldGroup } from '../../../kit/form/edit-field';
import { EditPage } from '../../../kit/form/edit-page';
import { AreaField } from '../../../kit/form/input/area';
import { DateField, EnumField, NumberField, TextAreaField, TextField } from '../../../kit/form/input/fields';
import { RemoteField, type Search } from '../../../kit/form/input/remote-select';
import { useStaleAfter } from '../../../kit/live/use-stale-after';
import { formatNumber } from '../../../kit/show/format';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { searchCustomers } from '../../base/reference/door';
import { receiptLinks } from './links';
import { ReceiveForm } from './receive-form';

const stale = [receiptOrderPage, receiptOrderStatusCount];
const searchOrders: Search = async (keyword) =>
  (await call(receiptOrderOrders, { keyword: keyword || undefined }, { quiet: true })).map(
    ({ orderCode, customerName, receiver, totalPieces }) => ({
      id: orderCode,
      name: orderCode,
      note: `${customerName} → ${receiver} ${formatNumber(totalPieces)} 件`,
    }),
  );
const searchSites: Search = async (keyword) =>
  (await call(receiptOrderSites, undefined, { quiet: true })).filter(({ name }) => name.includes(keyword));

/** 新增收货单 (`?walkIn=1`: without an order), or with `?id=` 收货 and 更正. */
export function ReceiptEditPage() {
  const [params] = useSearchParams();
  const id = params.get('id');
  if (id) return <ReceivePage key={id} id={id} />;
  return params.get('walkIn') ? <WalkInPage /> : <AddPage />;
}

/** 散客收货: the goods stand at the gate; order and receipt are entered in one form. */
function WalkInPage() {
  useStaleAfter(stale);
  const navigate = useNavigate();
  return (
    <EditPage<ReceiptOrderDetail, typeof receiptOrderWalkIn>
      noun="散客收货单"
      load={receiptOrderDetail}
      save={receiptOrderWalkIn}
      create={receiptOrderWalkIn}
      toForm={() => ({ freightPayMode: freightPayMode.cash, packUnit: '箱', temperatureType: temperatureType.frozen })}
      back={receiptLinks.list}
      saved={(answer) => {
        // EditPage hands on what its `create` answered
        const { receiptCode } = answer as Output<typeof receiptOrderWalkIn>;
        // the goods are there: they are counted at once
        void navigate(receiptLinks.receive(receiptCode), { replace: true });
      }}
      aside={() => null}
      body={() => (
        <>
          <FieldGroup title="收货" hint="没有订单的货在这里下单并收货；保存后接着清点">
            <RemoteField name="siteId" label="收货站点" span={6} search={searchSites} known={null} />
            <RemoteField name="customerId" label="客户" span={6} search={searchCustomers} known={null} />
            <TextField name="customerOrderNo" label="客户单号" />
            <EnumField name="freightPayMode" label="付款方式" of={freightPayMode} />
            <TextField name="shipper" label="送货人" />
            <TextField name="shipPhone" label="送货人电话" />
          </FieldGroup>
          <FieldGroup title="收货人">
            <TextField name="receiver" label="收货人" />
            <TextField name="receivePhone" label="收货电话" />
            <AreaField name="receiveArea" label="收货省市区" />
            <TextField name="receiveAddress" label="收货详细地址" />
            <DateField name="arriveTo" label="要求到达" time />
          </FieldGroup>
          <FieldGroup title="货物与温控">
            <TextField name="cargoName" label="品名" />
            <TextField name="packUnit" label="包装单位" />
            <NumberField name="pieces" label="件数" unit="件" />
            <NumberField name="weightKg" label="重量" unit="kg" decimals={2} />
            <NumberField name="volumeM3" label="体积" unit="m³" decimals={3} />
            <EnumField name="temperatureType" label="温层" of={temperatureType} segmented />
            <NumberField name="tempMin" label="温度下限" unit="℃" decimals={1} />
            <NumberField name="tempMax" label="温度上限" unit="℃" decimals={1} />
            <TextAreaField name="remark" label="备注" />
          </FieldGroup>
        </>
      )}
    />
  );
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
  const answer = useAsk(receiptOrderDetail, { id }, { own: 'receive' });
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
  return (
    <ReceiveForm
      key={answer.data.items.map(({ itemId, planPieces }) => `${itemId} ${planPieces}`).join()}
      receipt={answer.data}
      refetch={() => answer.refetch({ throwOnError: true })}
    />
  );
}
