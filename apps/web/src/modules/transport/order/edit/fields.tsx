import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import type { OrderDetail } from '@tongda/contract/transport/order/calls';
import { type OrderField, orderLabels, temperatureHint } from '@tongda/contract/transport/order/fields';
import {
  deliveryMode,
  freightPayMode,
  orderPriority,
  pickUpFlag,
  receiptRequire,
  serviceMode,
} from '@tongda/contract/transport/waybill/enums';
import { useEditScope } from '../../../../kit/form/edit-context';
import { FieldGroup } from '../../../../kit/form/edit-field';
import {
  DateField,
  EnumField,
  NumberField,
  SwitchField,
  TextAreaField,
  TextField,
} from '../../../../kit/form/input/fields';
import { RemoteField } from '../../../../kit/form/input/remote-select';
import { useFieldValue } from '../../../../kit/form/use-field-value';
import { searchCustomers, toFound } from '../../../base/reference/door';
import { OrderSide } from '../detail/side';
import { ItemsField } from './items-field';

const at = (name: OrderField) => ({ name, label: orderLabels[name] });

/** The fields of a customer order, for adding and editing. */
export function OrderFields({ loaded }: { loaded: OrderDetail | null }) {
  return (
    <>
      <FieldGroup title="客户与业务">
        <RemoteField
          {...at('customerId')}
          search={searchCustomers}
          known={toFound(loaded?.customerId, loaded?.customerName)}
        />
        <TextField {...at('customerOrderNo')} placeholder="客户自己的单号" />
        <EnumField {...at('businessType')} of={serviceMode} segmented />
        <EnumField {...at('priority')} of={orderPriority} segmented />
        <EnumField {...at('freightPayMode')} of={freightPayMode} />
        <EnumField {...at('pickUpFlag')} of={pickUpFlag} segmented />
        <EnumField {...at('deliveryMode')} of={deliveryMode} segmented />
      </FieldGroup>
      <OrderSide
        title="发货信息"
        names={{
          who: 'shipper',
          phone: 'shipPhone',
          area: 'shipArea',
          address: 'shipAddress',
          lng: 'shipLng',
          lat: 'shipLat',
          site: 'originSiteId',
        }}
        loaded={loaded}
      >
        <DateField {...at('pickFrom')} time />
        <DateField {...at('pickTo')} time />
      </OrderSide>
      <OrderSide
        title="收货信息"
        names={{
          who: 'receiver',
          phone: 'receivePhone',
          area: 'receiveArea',
          address: 'receiveAddress',
          lng: 'receiveLng',
          lat: 'receiveLat',
          site: 'destSiteId',
        }}
        loaded={loaded}
      >
        <DateField {...at('arriveFrom')} time />
        <DateField {...at('arriveTo')} time />
        <NumberField {...at('unloadMin')} unit="分钟" />
      </OrderSide>
      <FieldGroup title="货物与温控" hint="件数、重量、体积按行合计">
        <ItemsField />
        <NumberField {...at('pallets')} unit="托" decimals={1} />
        <Temperature />
      </FieldGroup>
      <FieldGroup title="增值服务">
        <NumberField {...at('goodsValue')} unit="元" decimals={2} />
        <NumberField {...at('insuredAmount')} unit="元" decimals={2} />
        <NumberField {...at('codAmount')} unit="元" decimals={2} />
        <EnumField {...at('receiptRequire')} of={receiptRequire} />
        <NumberField {...at('receiptCopies')} unit="份" />
        <TextAreaField {...at('remark')} />
      </FieldGroup>
    </>
  );
}

function Temperature() {
  const { form } = useEditScope();
  const type = useFieldValue<Parameters<typeof temperatureHint>[0]['temperatureType']>(form, 'temperatureType');
  const tempMin = useFieldValue<number | null>(form, 'tempMin');
  const tempMax = useFieldValue<number | null>(form, 'tempMax');
  const hint =
    type === undefined
      ? null
      : temperatureHint({ temperatureType: type, tempMin: tempMin ?? null, tempMax: tempMax ?? null });
  return (
    <>
      <EnumField {...at('temperatureType')} of={temperatureType} segmented />
      <NumberField {...at('tempMin')} unit="℃" decimals={1} />
      <NumberField
        {...at('tempMax')}
        unit="℃"
        decimals={1}
        help={hint ? <span className="transport-order-hint">{hint}</span> : null}
      />
      <SwitchField {...at('preCool')} />
    </>
  );
}
