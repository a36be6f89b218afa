import type { CompanyKind } from '@tongda/contract/watch/command/kind';
import type { SentLine } from '@tongda/contract/watch/command/pieces';
import { type ReactNode, useState } from 'react';
import { CutForm, RestoreForm } from './forms/cut';
import { EventsForm, InfoForm, InfoMenuForm, QuestionForm } from './forms/driver';
import { MediaSearchForm, MediaUploadForm, SoundForm } from './forms/media';
import { PhotoForm } from './forms/photo';
import { DriverCardForm, LocateForm, PropertiesForm, RestartForm } from './forms/plain';
import type { CommandFormProps } from './forms/props';
import { AreasForm, RecorderReadForm, RecorderWriteForm } from './forms/recorder';
import { ReadParamsForm, SetParamsForm } from './forms/settings';
import { TextForm } from './forms/text';
import { TrackForm } from './forms/track';
import { CallForm, ConfirmAlarmsForm, DoorsForm, ListenForm, RawForm } from './forms/vehicle';
import { SentDialog } from './sent';
import type { CommandedVehicle } from './verbs';

const forms: Readonly<Record<CompanyKind, (props: CommandFormProps) => ReactNode>> = {
  text: TextForm,
  locate: LocateForm,
  track: TrackForm,
  properties: PropertiesForm,
  readParams: ReadParamsForm,
  setParams: SetParamsForm,
  confirmAlarms: ConfirmAlarmsForm,
  doors: DoorsForm,
  photo: PhotoForm,
  call: CallForm,
  listen: ListenForm,
  restart: RestartForm,
  raw: RawForm,
  question: QuestionForm,
  events: EventsForm,
  infoMenu: InfoMenuForm,
  info: InfoForm,
  driverCard: DriverCardForm,
  areas: AreasForm,
  recorderRead: RecorderReadForm,
  recorderWrite: RecorderWriteForm,
  mediaSearch: MediaSearchForm,
  mediaUpload: MediaUploadForm,
  sound: SoundForm,
  cut: CutForm,
  restore: RestoreForm,
};

/** Gives a command to one vehicle or many, and shows then how far it comes with each. */
export function CommandDialog({
  kind,
  vehicles,
  close,
}: {
  kind: CompanyKind;
  vehicles: readonly CommandedVehicle[];
  close: () => void;
}) {
  const [lines, setLines] = useState<readonly SentLine[] | null>(null);
  const Form = forms[kind];
  return lines === null ? (
    <Form vehicles={vehicles} sent={setLines} close={close} />
  ) : (
    <SentDialog kind={kind} lines={lines} close={close} />
  );
}
