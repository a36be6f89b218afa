import { type CompanyChoice, companyChoice, token } from '@tongda/contract/base/identity/calls';
import { factorStep } from '@tongda/contract/base/identity/factor';
import { codes, type Input } from '@tongda/contract/core/endpoint';
import { useState } from 'react';
import { call } from '../../../../../kit/call/api';
import { ApiError } from '../../../../../kit/call/api-error';
import { announceLogin, rememberScreen } from '../../../../../kit/session/leave';
import { oauthClient } from '../../../../../kit/session/refresh';
import { storeTokens } from '../../../../../kit/session/tokens';
import { clearSession } from '../../../../../kit/session/user';

const fields = ['username', 'password', 'phone', 'code'] as const;

export interface LoginFailure {
  message: string;
  field: (typeof fields)[number] | null;
}
type Fields = Omit<Input<typeof token>, 'clientId' | 'client_secret'>;

export interface Enter {
  busy: boolean;
  failure: LoginFailure | null;
  setFailure: (failure: LoginFailure | null) => void;
  /** companies to choose from, when the account belongs to several */
  companies: readonly CompanyChoice[] | null;
  /** Asks for tokens and keeps them. An ApiError is shown and answered; null = entered, or a company must be chosen. */
  enter: (input: Fields) => Promise<ApiError | null>;
  choose: (clientId: string) => Promise<ApiError | null>;
  /** the password was right and a code of the second factor is wanted: what goes with it */
  ticket: string | null;
  /** sends that code */
  prove: (code: string) => Promise<ApiError | null>;
  /** back from the companies, or from the second step */
  cancel: () => void;
}

/** The common end of every kind of login: gets and stores the tokens. `entered` is called then, with whether the location window is wanted. */
export function useEnter(entered: (noJump: 0 | 1) => void): Enter {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<LoginFailure | null>(null);
  const [pending, setPending] = useState<{ input: Fields; companies: readonly CompanyChoice[] } | null>(null);

  const [ticket, setTicket] = useState<string | null>(null);

  const enter = async (input: Fields): Promise<ApiError | null> => {
    setBusy(true);
    setFailure(null);
    const { id, secret } = oauthClient();
    try {
      const answer = await call(
        token,
        { ...input, clientId: id, client_secret: secret, loginWarehouse: '' },
        { quiet: true },
      );
      clearSession();
      storeTokens(answer);
      rememberScreen(null);
      announceLogin();
      entered(answer.noJump);
      return null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const offered = companyChoice.safeParse(error.data);
      if (error.code === codes.chooseCompany && offered.success) {
        setPending({ input, companies: offered.data.companies });
        return null;
      }
      const step = factorStep.safeParse(error.data);
      if (error.code === codes.factorWanted && step.success) {
        setTicket(step.data.ticket);
        return null;
      }
      // the second step took too long: back to the first
      if (error.errors.some(({ field }) => field === 'ticket')) setTicket(null);
      const field = fields.find((name) => error.errors.some((found) => found.field === name)) ?? null;
      setFailure({ message: error.message, field });
      // A company that cannot be entered leaves the others to choose from.
      if (!input.companyId) setPending(null);
      return error;
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    failure,
    setFailure,
    companies: pending?.companies ?? null,
    enter,
    choose: async (clientId) => (pending ? enter({ ...pending.input, companyId: clientId }) : null),
    ticket,
    prove: async (code) => (ticket ? enter({ grant_type: 'second_factor', ticket, code }) : null),
    cancel: () => {
      setFailure(null);
      setPending(null);
      setTicket(null);
    },
  };
}
