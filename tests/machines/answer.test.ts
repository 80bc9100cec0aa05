import { answerModel } from '../../src/machines/answer/answer.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(answerModel, { promises: ['acceptAll', 'send', 'reread'] });
