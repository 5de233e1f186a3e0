FROM python:3.12-slim

RUN useradd --create-home yaniv && mkdir /data && chown yaniv /data
WORKDIR /app
COPY . .
RUN pip install --no-cache-dir -c constraints.txt .

USER yaniv
# An empty folder: the code is the installed package, and no `.env` of the checkout counts.
WORKDIR /home/yaniv
VOLUME /data
ENV DATABASE_URL=sqlite+aiosqlite:////data/yaniv.sqlite3 METRICS_PORT=9100 LOG_FORMAT=json
HEALTHCHECK --start-period=60s CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:9100/healthz', timeout=3)"]
STOPSIGNAL SIGTERM
CMD ["yaniv", "run"]
