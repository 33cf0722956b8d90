(@ load("@ytt:data", "data") -@)
#!/bin/sh
set -eu
install -m 0644 nginx.conf /etc/nginx/sites-enabled/(@= data.values.host @)
nginx -t && nginx -s reload
