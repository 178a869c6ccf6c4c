// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// A token without surprises, for gas figures. Its holders can be blocked, as with USDC.
contract PlainToken {
    mapping(address => uint256) public balanceOf;
    mapping(address => bool) public isBlocked;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function setBlocked(address account, bool on) external {
        isBlocked[account] = on;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        require(!isBlocked[msg.sender] && !isBlocked[to]);
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}
