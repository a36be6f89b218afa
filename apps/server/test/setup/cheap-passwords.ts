import { hashCheaply } from '../../src/modules/base/identity/password/hash';

// before each file of the database project (vitest.config.ts)
hashCheaply();
