import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import type { OrderDetail } from '@tongda/contract/transport/order/calls';
import { orderLabels, temperatureHint } from '@tongda/contract/transport/order/fields';
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
import { labelledBy } from '../../../../kit/form/labelled-field';
import { searchCustomers, toFound } from '../../../base/reference/door';
import { useFieldValue } from '../../parts/use-field-value';
import { OrderSide } from '../detail/side';
import { ItemsField } from './items-field';

const labelledField = labelledBy(orderLabels);

/** The fields of a customer order, for adding and editing. */
export function OrderFields({ loaded }: { loaded: OrderDetail | null }) {
  return (
    <>
      <FieldGroup title="客户与业务">
        <RemoteField
          {...labelledField('customerId')}
          search={searchCustomers}
          known={toFound(loaded?.customerId, loaded?.customerName)}
        />
        <TextField {...labelledField('customerOrderNo')} placeholder="客户自己的单号" />
        <EnumField {...labelledField('businessType')} of={serviceMode} segmented />
        <EnumField {...labelledField('priority')} of={orderPriority} segmented />
        <EnumField {...labelledField('freightPayMode')} of={freightPayMode} />
        <EnumField {...labelledField('pickUpFlag')} of={pickUpFlag} segmented />
        <EnumField {...labelledField('deliveryMode')} of={deliveryMode} segmented />
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
        <DateField {...labelledField('pickFrom')} time />
        <DateField {...labelledField('pickTo')} time />
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
        <DateField {...labelledField('arriveFrom')} time />
        <DateField {...labelledField('arriveTo')} time />
        <NumberField {...labelledField('unloadMin')} unit="分钟" />
      </OrderSide>
      <FieldGroup title="货物与温控" hint="件数、重量、体积按行合计">
        <ItemsField />
        <NumberField {...labelledField('pallets')} unit="托" decimals={1} />
        <Temperature />
      </FieldGroup>
      <FieldGroup title="增值服务">
        <NumberField {...labelledField('goodsValue')} unit="元" decimals={2} />
        <NumberField {...labelledField('insuredAmount')} unit="元" decimals={2} />
        <NumberField {...labelledField('codAmount')} unit="元" decimals={2} />
        <EnumField {...labelledField('receiptRequire')} of={receiptRequire} />
        <NumberField {...labelledField('receiptCopies')} unit="份" />
        <TextAreaField {...labelledField('remark')} />
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
      <EnumField {...labelledField('temperatureType')} of={temperatureType} segmented />
      <NumberField {...labelledField('tempMin')} unit="℃" decimals={1} />
      <NumberField
        {...labelledField('tempMax')}
        unit="℃"
        decimals={1}
        help={hint ? <span className="transport-order-hint">{hint}</span> : null}
      />
      <SwitchField {...labelledField('preCool')} />
    </>
  );
}
