/** A route of Fastify that answers a few bytes and does nothing else: what a request costs before there is a product. */
import Fastify from 'fastify';

const app = Fastify();
app.get('/', async () => ({ success: true }));
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
