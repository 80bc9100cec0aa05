import { companyModel } from '../../src/machines/company/company.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(companyModel);
