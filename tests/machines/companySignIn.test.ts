import { companySignInModel } from '../../src/machines/companySignIn/companySignIn.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(companySignInModel, { promises: ['leave', 'finish', 'mail'] });
